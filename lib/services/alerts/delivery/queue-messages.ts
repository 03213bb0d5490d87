import { isDue, isQuiet } from "#lib/core/alert-schedule.ts";
import { type ChannelRow, listSendingChannels, lockFreeChannel, noteDigest } from "#lib/db/alerts/channels.ts";
import { queueMessages as insertMessages } from "#lib/db/alerts/messages.ts";
import { findUntold, saveTold } from "#lib/db/alerts/told-alerts.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { ToldAlert } from "#lib/db/schema/alert-channel.ts";
import { findAlertRecipient } from "#lib/db/staff/alert-recipients.ts";
import { type ServiceContext, toMerchantScope } from "../../context.ts";

type Ports = Pick<ServiceContext, "db" | "vault" | "log">;

/** The rest follows a minute later. */
const alertsInRun = 100;

/**
 * Makes messages of what each channel was not told yet. Changes and messages are committed together, so that nothing is told
 * twice or never. A channel that fails does not affect the others.
 */
export async function queueMessages(ports: Ports, at: Date): Promise<void> {
  for (const { id } of (await listSendingChannels(ports.db)).filter((channel) => mayTell(channel, at))) {
    try {
      await ports.db.transaction((tx) => queueOf({ ...ports, db: tx }, id, at));
    } catch (cause) {
      ports.log.error({ cause, channelId: id }, "Messages about alerts could not be made for a channel");
    }
  }
}

function mayTell(channel: ChannelRow, at: Date): boolean {
  return !isQuiet(quietHoursOf(channel), at, channel.zone) && isDue(channel, at);
}

export function quietHoursOf({ quietFrom: from, quietUntil: until }: ChannelRow) {
  return from === null || until === null ? null : { from, until };
}

async function queueOf({ db, vault }: Omit<Ports, "db"> & { db: Queryable }, id: string, at: Date): Promise<void> {
  const channel = await lockFreeChannel(db, id);
  if (!channel?.isOn || !mayTell(channel, at)) return;
  const { environment, staffId } = channel;
  const recipient = staffId === null ? { merchants: null } : await findAlertRecipient(db, vault, { staffId, environment });
  if (!recipient) return;
  const scope = await toMerchantScope(db, environment, recipient.merchants);
  const untold = await findUntold(db, { channel, scope, at, limit: alertsInRun });
  if (channel.sends !== "immediately") await noteDigest(db, id, at);
  if (untold.length === 0) return;
  await saveTold(db, id, untold, at);
  await insertMessages(db, id, toMessages(channel, untold), at);
}

/** A program is told of one alert at a time; people get what happens together in one message. */
function toMessages({ kind }: ChannelRow, untold: readonly ToldAlert[]): ToldAlert[][] {
  return kind === "webhook" ? untold.map((alert) => [alert]) : [[...untold]];
}
