import type { ChannelKind } from "#lib/contract/channel-marks.ts";
import { isDue, isQuiet } from "#lib/core/alert-schedule.ts";
import { type ChannelRow, listSendingChannels, lockFreeChannel, noteDigest } from "#lib/db/alerts/channels.ts";
import { countMessages, queueMessages as insertMessages } from "#lib/db/alerts/messages.ts";
import { findUnnotified, saveNotified } from "#lib/db/alerts/notified-alerts.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { NotifiedAlert } from "#lib/db/schema/alert-channel.ts";
import { findAlertRecipient } from "#lib/db/staff/alert-recipients.ts";
import { type ServiceContext, toMerchantScope } from "../../context.ts";
import { slackAlertsMax, teamsAlertsMax } from "./chat-payloads.ts";

type Ports = Pick<ServiceContext, "db" | "vault" | "log">;

/** The rest follows a minute later. */
const alertsInRun: Record<ChannelKind, number> = { webhook: 100, email: 100, slack: slackAlertsMax, teams: teamsAlertsMax };
/** To people: what waits is in the next one. What is critical goes at once, but must not fill a mailbox for hours. */
const messagesInHour = { usual: 5, critical: 20 };
const hourMs = 3_600_000;

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
  const limit = alertsInRun[channel.kind];
  const unnotified = await findUnnotified(db, { channel, scope, at, limit });
  if (await mustWait(db, { channel, unnotified, at })) return;
  if (channel.sends !== "immediately" && unnotified.length < limit) await noteDigest(db, id, at);
  if (unnotified.length === 0) return;
  await saveNotified(db, id, unnotified, at);
  await insertMessages(db, id, toMessages(channel, unnotified), at);
}

type Queue = { channel: ChannelRow; unnotified: readonly NotifiedAlert[]; at: Date };

async function mustWait(db: Queryable, { channel: { id, kind }, unnotified, at }: Queue): Promise<boolean> {
  if (kind === "webhook" || unnotified.length === 0) return false;
  const isCritical = unnotified.some(({ change, severity }) => change !== "resolved" && severity === "critical");
  const most = isCritical ? messagesInHour.critical : messagesInHour.usual;
  return (await countMessages(db, id, new Date(at.getTime() - hourMs))) >= most;
}

/** A program is told of one alert at a time; people get what happens together in one message. */
function toMessages({ kind }: ChannelRow, unnotified: readonly NotifiedAlert[]): NotifiedAlert[][] {
  return kind === "webhook" ? unnotified.map((alert) => [alert]) : [[...unnotified]];
}
