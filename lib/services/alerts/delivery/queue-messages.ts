import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ChannelKind } from "#lib/contract/channel-marks.ts";
import { isDue, isQuiet } from "#lib/core/alert-schedule.ts";
import { type ChannelRow, listSendingChannels, lockChannel, lockFreeChannel, noteDigest } from "#lib/db/alerts/channels.ts";
import {
  countMessages,
  hastenMessages,
  queueMessages as insertMessages,
  type MessageRow,
  replaceMessage,
} from "#lib/db/alerts/messages.ts";
import { findUnnotified, saveNotified, takeBack } from "#lib/db/alerts/notified-alerts.ts";
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
/** The shortest pause before a message is tried again. */
const renewedAfterMs = 60_000;
/** When what waits is tried again because something new is to be told: a minute after the lease of a claim. */
const hastenedMs = 3 * 60_000;

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

async function queueOf({ db, vault }: Queueing, id: string, at: Date): Promise<void> {
  const channel = await lockFreeChannel(db, id);
  if (!channel?.isOn || !mayTell(channel, at)) return;
  const unnotified = await listUnnotified({ db, vault }, channel, at);
  if (!unnotified || (await mustWait(db, { channel, unnotified, at }))) return;
  if (channel.sends !== "immediately" && unnotified.length < alertsInRun[channel.kind]) await noteDigest(db, id, at);
  if (unnotified.length === 0) return;
  await saveNotified(db, id, unnotified, at);
  await insertMessages(db, id, toMessages(channel, unnotified), at);
}

type Queueing = Pick<Ports, "vault"> & { db: Queryable };

/** Undefined without a recipient. */
async function listUnnotified({ db, vault }: Queueing, channel: ChannelRow, at: Date): Promise<NotifiedAlert[] | undefined> {
  const { environment, staffId, kind } = channel;
  const recipient = staffId === null ? { merchants: null } : await findAlertRecipient(db, vault, { staffId, environment });
  if (!recipient) return undefined;
  const scope = await toMerchantScope(db, environment, recipient.merchants);
  return findUnnotified(db, { channel, scope, at, limit: alertsInRun[kind] });
}

/**
 * What a claimed message to people says now: one that could not be sent when it was made tells what is true by then, with all that
 * has changed since. Undefined when there is nothing left to tell.
 */
export async function renewMessage({ db, vault }: Ports, message: MessageRow, at: Date): Promise<MessageRow | undefined> {
  if (at.getTime() < message.queuedAt.getTime() + renewedAfterMs) return message;
  return db.transaction(async (tx) => {
    const channel = await lockChannel(tx, message.channelId);
    if (!channel) return undefined;
    await takeBack(tx, message.id);
    const alerts = await listUnnotified({ db: tx, vault }, channel, at);
    if (!alerts || alerts.length === 0) return undefined;
    await saveNotified(tx, channel.id, alerts, at);
    // With the same id a mail server may take it for a repetition.
    const id = isDeepStrictEqual(alerts, message.alerts) ? message.id : randomUUID();
    await replaceMessage(tx, message.id, { id, alerts, queuedAt: at });
    const attempts = hasNews(alerts, message.alerts) ? 0 : message.attempts;
    return { ...message, id, alerts, queuedAt: at, attempts };
  });
}

/** What is new is tried again as soon as any other, however long the rest has waited. */
function hasNews(alerts: readonly NotifiedAlert[], before: readonly NotifiedAlert[]): boolean {
  const keyOf = ({ id, change, severity }: NotifiedAlert) => `${id} ${change} ${severity}`;
  const known = new Set(before.map(keyOf));
  return alerts.some((alert) => !known.has(keyOf(alert)));
}

type Queue = { channel: ChannelRow; unnotified: readonly NotifiedAlert[]; at: Date };

/** What waits is tried again soon when something new is to be told; a message to people then tells that, too. */
async function mustWait(db: Queryable, { channel: { id, kind }, unnotified, at }: Queue): Promise<boolean> {
  if (unnotified.length === 0) return false;
  const isWaiting = await hastenMessages(db, id, new Date(at.getTime() + hastenedMs));
  if (kind === "webhook") return false;
  const isCritical = unnotified.some(({ change, severity }) => change !== "resolved" && severity === "critical");
  const most = isCritical ? messagesInHour.critical : messagesInHour.usual;
  return isWaiting || (await countMessages(db, id, new Date(at.getTime() - hourMs))) >= most;
}

/** A program is told of one alert at a time; people get what happens together in one message. */
function toMessages({ kind }: ChannelRow, unnotified: readonly NotifiedAlert[]): NotifiedAlert[][] {
  return kind === "webhook" ? unnotified.map((alert) => [alert]) : [[...unnotified]];
}
