import { isQuiet } from "#lib/core/alert-schedule.ts";
import { findChannel, noteTry } from "#lib/db/alerts/channels.ts";
import {
  type ClaimOutcome,
  claimMessages,
  deleteOldMessages,
  finishClaim,
  type MessageRow,
  releaseRefused,
} from "#lib/db/alerts/messages.ts";
import { deleteOldNotified, takeBack } from "#lib/db/alerts/notified-alerts.ts";
import type { ServiceContext } from "../../context.ts";
import { decideNext, isTooOld } from "./backoff.ts";
import { queueMessages, quietHoursOf, renewMessage } from "./queue-messages.ts";
import { type SendPorts, sendMessage } from "./send-message.ts";

type Ports = SendPorts & Pick<ServiceContext, "log">;

const sentAtOnce = 8;
/** Longer than an attempt may take. */
const leaseMs = 120_000;
const quietAgainMs = 60_000;

/**
 * Makes messages of what has changed and sends those that are due, with retries. Any number of processes may run it: a message
 * is claimed before it is sent. One that was sent but could not be settled is sent again with the same id. A channel that fails
 * is left to the next run, so that it delays no other.
 */
export async function deliverAlerts(ports: Ports): Promise<void> {
  const at = new Date(ports.clock.now());
  await queueMessages(ports, at);
  const failed = new Set<string>();
  for (;;) {
    const claim = { at: new Date(ports.clock.now()), leaseMs, limit: sentAtOnce, exceptChannels: [...failed] };
    const claimed = await claimMessages(ports.db, claim);
    await Promise.all(
      claimed.map(async (message) => {
        if (!(await deliver(ports, message))) failed.add(message.channelId);
      }),
    );
    if (claimed.length < sentAtOnce) break;
  }
  await deleteOldNotified(ports.db, at);
  await deleteOldMessages(ports.db, at);
}

/** False when it failed. */
async function deliver(ports: Ports, message: MessageRow): Promise<boolean> {
  try {
    return await deliverOne(ports, message);
  } catch (cause) {
    ports.log.error({ cause, messageId: message.id }, "A message about alerts could not be sent for a reason of our own");
    return false;
  }
}

async function deliverOne(ports: Ports, claimed: MessageRow): Promise<boolean> {
  const { db, clock } = ports;
  const channel = await findChannel(db, claimed.channelId);
  const at = new Date(clock.now());
  if (!channel?.isOn) return end(ports, claimed, { state: "dropped" });
  if (isQuiet(quietHoursOf(channel), at, channel.zone)) {
    return end(ports, claimed, { state: "pending", dueAt: new Date(at.getTime() + quietAgainMs) });
  }
  // A program gets each change as it was; people get what is true now.
  const message = channel.kind === "webhook" ? claimed : await renewMessage(ports, claimed, at);
  if (!message) return end(ports, claimed, { state: "dropped" });
  if (isTooOld(message, at)) return endUntold(ports, message, { state: "dropped" });
  const outcome = await sendMessage(ports, channel, message);
  if (!outcome) return end(ports, message, { state: "dropped" });
  const attempts = message.attempts + 1;
  const next = decideNext({ ...message, attempts }, outcome, at);
  const isUntold = next.state === "failed" || next.state === "dropped";
  await (isUntold ? endUntold : end)(ports, message, { ...next, attempts });
  if (next.state === "sent") await releaseRefused(db, channel.id);
  await noteTry(db, channel.id, { at: at.toISOString(), status: outcome.status, problem: outcome.problem });
  ports.log.info({ channelId: channel.id, state: next.state, status: outcome.status }, "A message about alerts was sent");
  return outcome.problem === null;
}

async function end({ db }: Pick<Ports, "db">, { id }: MessageRow, outcome: ClaimOutcome): Promise<true> {
  await finishClaim(db, id, outcome);
  return true;
}

/** The same, of what will be told by a later message, while it is still true. */
async function endUntold({ db }: Pick<Ports, "db">, message: MessageRow, outcome: ClaimOutcome): Promise<true> {
  await db.transaction(async (tx) => {
    await takeBack(tx, message.id);
    await finishClaim(tx, message.id, outcome);
  });
  return true;
}
