import { isQuiet } from "#lib/core/alert-schedule.ts";
import { findChannel, noteTry } from "#lib/db/alerts/channels.ts";
import { claimMessages, deleteOldMessages, finishClaim, type MessageRow } from "#lib/db/alerts/messages.ts";
import { deleteOldTold } from "#lib/db/alerts/told-alerts.ts";
import type { ServiceContext } from "../../context.ts";
import { decideNext } from "./backoff.ts";
import { queueMessages, quietHoursOf } from "./queue-messages.ts";
import { type SendPorts, sendMessage } from "./send-message.ts";

type Ports = SendPorts & Pick<ServiceContext, "log">;

const sentAtOnce = 8;
/** Longer than an attempt may take. */
const leaseMs = 120_000;
const quietAgainMs = 60_000;

/**
 * Makes messages of what has changed and sends those that are due, with retries. Any number of processes may run it: a message
 * is claimed before it is sent. One that was sent but could not be settled is sent again with the same id.
 */
export async function deliverAlerts(ports: Ports): Promise<void> {
  const at = new Date(ports.clock.now());
  await queueMessages(ports, at);
  for (;;) {
    const claimed = await claimMessages(ports.db, { at, leaseMs, limit: sentAtOnce });
    await Promise.all(claimed.map((message) => deliver(ports, message)));
    if (claimed.length < sentAtOnce) break;
  }
  await deleteOldTold(ports.db, at);
  await deleteOldMessages(ports.db, at);
}

async function deliver(ports: Ports, message: MessageRow): Promise<void> {
  try {
    await deliverOne(ports, message);
  } catch (cause) {
    ports.log.error({ cause, messageId: message.id }, "A message about alerts could not be sent for a reason of our own");
  }
}

async function deliverOne(ports: Ports, message: MessageRow): Promise<void> {
  const { db, clock } = ports;
  const channel = await findChannel(db, message.channelId);
  const at = new Date(clock.now());
  if (!channel?.isOn) return finishClaim(db, message.id, { state: "dropped" });
  if (isQuiet(quietHoursOf(channel), at, channel.zone)) {
    return finishClaim(db, message.id, { state: "pending", dueAt: new Date(at.getTime() + quietAgainMs) });
  }
  const outcome = await sendMessage(ports, channel, message);
  if (!outcome) return finishClaim(db, message.id, { state: "dropped" });
  const attempts = message.attempts + 1;
  const next = decideNext({ ...message, attempts }, outcome, at);
  await finishClaim(db, message.id, { ...next, attempts });
  await noteTry(db, channel.id, { at: at.toISOString(), status: outcome.status, problem: outcome.problem });
  ports.log.info({ channelId: channel.id, state: next.state, status: outcome.status }, "A message about alerts was sent");
}
