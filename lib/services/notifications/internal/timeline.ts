import type { TimelineEntry } from "#lib/contract/notification.ts";
import { givenName } from "#lib/core/given-name.ts";
import type { Message } from "#lib/core/text.ts";
import { markEstimated } from "#lib/core/zoned-time.ts";
import type { AuditRow } from "#lib/db/audit/audit-list.ts";
import type { DeliveryProblem } from "#lib/db/deliveries/delivery-problems.ts";
import { type DeliverySummary, isOtherReading, isSameEvent } from "#lib/db/notifications/notifications.ts";
import type { ReconciliationRow } from "#lib/db/notifications/reconciliations.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { isSeeded } from "#lib/notifications/receive/seeded.ts";
import { serviceText } from "#lib/services/texts.ts";
import { type Entry, ofAnswer, toTimelineEntries } from "../../record-timeline/entries.ts";
import { methodText } from "./method-text.ts";
import { outcomes } from "./outcomes.ts";

type Known = {
  row: DeliverySummary;
  /** Of the same order, without this one. */
  others: readonly DeliverySummary[];
  join: ReconciliationRow | undefined;
  transaction: TransactionRow | undefined;
  /** Steps at which its processing failed and was set aside. */
  problems: readonly DeliveryProblem[];
  /** Actions of staff; empty for those who may not see them. */
  acts: readonly AuditRow[];
  /** What became of it at the shop's system, and notes. */
  history: readonly Entry[];
};

/** All events of a notification and its payment, oldest first. */
export function toTimeline(known: Known): TimelineEntry[] {
  return toTimelineEntries([
    ...ofDelivery(known.row),
    ...known.others.map(ofOther(known.row)),
    ...ofLedger(known),
    ...known.problems.map(ofProblem),
    ...known.acts.map(ofAction),
    ...known.history,
  ]);
}

function ofDelivery(row: DeliverySummary): Entry[] {
  const { headers, receivedAt, lastSeenAt, seen, peer, verdict, method } = row;
  const arrived = peer ? serviceText("timeline_received_from", { peer }) : serviceText("timeline_received");
  const text = isSeeded({ headers }) ? serviceText("timeline_example") : arrived;
  const received: Entry = { at: receivedAt, text, tone: "neutral" };
  const answer = { status: row.answerStatus, body: row.answerBody, ms: row.answerMs };
  const answered = ofAnswer({ receivedAt, answered: answer, verdict, method });
  const again: Entry = { at: lastSeenAt, text: serviceText("timeline_again", { count: seen }), tone: "neutral" };
  return seen > 1 ? [received, answered, again] : [received, answered];
}

const names: Readonly<Record<string, Message>> = {
  IPCPurchaseNotify: serviceText("timeline_other_payment"),
  IPCPurchaseRollback: serviceText("timeline_rolled_back"),
  IPCPreAuthorizationNotify: serviceText("timeline_pre_authorised"),
};

function ofOther(row: DeliverySummary): (other: DeliverySummary) => Entry {
  return (other) => {
    const { id, receivedAt, method, verdict, seen } = other;
    const what = describeOther(row, other);
    const text = seen > 1 ? serviceText("timeline_seen", { what, count: seen }) : what;
    if (verdict !== "valid") return { at: receivedAt, text, id, tone: "warning" };
    return { at: receivedAt, text, id, tone: method === "IPCPurchaseRollback" ? "danger" : "neutral" };
  };
}

function describeOther(row: DeliverySummary, other: DeliverySummary): Message {
  const { method, verdict } = other;
  if (verdict !== "valid")
    return serviceText("timeline_not_valid", {
      method: method === null ? serviceText("timeline_another_message_inside") : methodText(method),
    });
  if (isOtherReading(other)) return serviceText("timeline_other_names");
  if (isSameEvent(row, other)) return serviceText("timeline_other_encoding");
  if (method === null) return serviceText("timeline_another_message");
  return names[method] ?? serviceText("hit_method", { method: methodText(method) });
}

function ofLedger({ join, transaction }: Known): Entry[] {
  const bookings = transaction ? [ofBooking(transaction)] : [];
  if (!join?.gatewayAt) return bookings;
  const texts: Record<string, Pick<Entry, "text" | "tone">> = {
    confirmed: { text: serviceText("found_at_gateway"), tone: "success" },
    unknown: { text: serviceText("timeline_not_at_gateway"), tone: "warning" },
    unreachable: { text: serviceText("timeline_gateway_unreachable"), tone: "warning" },
  };
  const asked = texts[join.gateway];
  return asked ? [...bookings, { at: join.gatewayAt, ...asked }] : bookings;
}

function ofBooking({ occurredAt, occurredAtText, amountMinor, amountText, currency }: TransactionRow): Entry {
  const booked = amountMinor === null ? null : { amountMinor, currency };
  const amount = booked ?? `${currency} ${amountText}`;
  const time = { at: occurredAt, ...markEstimated(occurredAtText) };
  return { ...time, text: serviceText("timeline_booked", { amount }), booked, tone: "neutral" };
}

function ofProblem({ at, step, reason }: DeliveryProblem): Entry {
  return { at, text: serviceText(`timeline_failed_${step}`, { reason }), tone: "danger" };
}

type ActionText = `timeline_${"raw_read" | "revealed" | "replayed" | "reverified" | "sent"}`;
const actions: Readonly<Record<string, ActionText>> = {
  "notification.raw_read": "timeline_raw_read",
  "notification.revealed": "timeline_revealed",
  "notification.replayed": "timeline_replayed",
  "notification.reverified": "timeline_reverified",
  "notification.sent": "timeline_sent",
};

function ofAction({ at, act, actor: name, detail }: AuditRow): Entry {
  const { outcome } = detail as { outcome?: unknown };
  const actor = givenName(name);
  const action = actions[act];
  const done = action ? serviceText(action, { actor }) : serviceText("timeline_other_action", { action: act, actor });
  if (typeof outcome !== "string") return { at, text: done, tone: "active" };
  const known = Object.values(outcomes).find(({ message }) => message === outcome);
  return { at, text: serviceText("timeline_outcome", { done, outcome: known ?? outcome }), tone: "active" };
}
