import type { TimelineEntry } from "#lib/contract/notification.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { AuditRow } from "#lib/db/audit/audit-list.ts";
import type { DeliveryProblem } from "#lib/db/deliveries/delivery-problems.ts";
import { type DeliverySummary, isOtherReading, isSameEvent } from "#lib/db/notifications/notifications.ts";
import type { ReconciliationRow } from "#lib/db/notifications/reconciliations.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { isSeeded } from "#lib/notifications/receive/seeded.ts";

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
};

type Entry = Omit<TimelineEntry, "at" | "booked"> & { at: Date; booked?: TimelineEntry["booked"] };

/** All events of a notification and its payment, oldest first. */
export function toTimeline(known: Known): TimelineEntry[] {
  const entries = [
    ...ofDelivery(known.row),
    ...known.others.map(ofOther(known.row)),
    ...ofLedger(known),
    ...known.problems.map(ofProblem),
    ...known.acts.map(ofAction),
  ];
  return entries
    .toSorted((left, right) => left.at.getTime() - right.at.getTime())
    .map(({ booked = null, ...entry }) => ({ ...entry, booked, at: entry.at.toISOString() }));
}

const exampleText = "An example: the sandbox made and signed it when it was started first; it was not sent over the network";

function ofDelivery({
  headers,
  receivedAt,
  lastSeenAt,
  seen,
  peer,
  answerStatus,
  answerBody,
  answerMs,
}: DeliverySummary): Entry[] {
  const isOk = answerStatus === 200;
  const text = isSeeded({ headers }) ? exampleText : `Received${peer ? ` from ${peer}` : ""}`;
  const received: Entry = { at: receivedAt, text, id: null, tone: "neutral" };
  const answered: Entry = {
    at: new Date(receivedAt.getTime() + Math.ceil(answerMs)),
    text: `Answered ${answerStatus} ${answerBody}${isOk ? "" : ": without OK the gateway reverses the payment"}`,
    id: null,
    tone: isOk ? "success" : "danger",
  };
  const again: Entry = { at: lastSeenAt, text: `The same message came again, ${seen} times in all`, id: null, tone: "neutral" };
  return seen > 1 ? [received, answered, again] : [received, answered];
}

const names: Readonly<Record<string, string>> = {
  IPCPurchaseNotify: "Another payment notification of this order",
  IPCPurchaseRollback: "Rolled back: the gateway gave the money of this order back",
  IPCPreAuthorizationNotify: "Pre-authorised",
};

function ofOther(row: DeliverySummary): (other: DeliverySummary) => Entry {
  return (other) => {
    const { id, receivedAt, method, verdict, seen } = other;
    const isSame = verdict === "valid" && isSameEvent(row, other);
    const description = isOtherReading(other)
      ? "The same signed text under other names"
      : isSame
        ? "The same event under another encoding"
        : (names[method ?? ""] ?? method ?? "Another message");
    const times = seen > 1 ? `, seen ${seen} times` : "";
    if (verdict !== "valid")
      return { at: receivedAt, text: `Not valid: ${method ?? "another message"}${times}`, id, tone: "warning" };
    return { at: receivedAt, text: `${description}${times}`, id, tone: method === "IPCPurchaseRollback" ? "danger" : "neutral" };
  };
}

function ofLedger({ join, transaction }: Known): Entry[] {
  const bookings = transaction ? [ofBooking(transaction)] : [];
  if (!join?.gatewayAt) return bookings;
  const texts: Record<string, Pick<Entry, "text" | "tone">> = {
    confirmed: { text: "Found at the gateway", tone: "success" },
    unknown: { text: "The gateway was asked and has no such record", tone: "warning" },
    unreachable: { text: "The gateway could not be asked", tone: "warning" },
  };
  const asked = texts[join.gateway];
  return asked ? [...bookings, { at: join.gatewayAt, id: null, ...asked }] : bookings;
}

function ofBooking({ occurredAt, amountMinor, amountText, currency }: TransactionRow): Entry {
  const booked = amountMinor === null ? null : { amountMinor, currency };
  const money = `${currency} ${booked === null ? amountText : formatMoney(booked, "en-GB")}`;
  return { at: occurredAt, text: `Booked in the ledger: ${money}`, booked, id: null, tone: "neutral" };
}

const failures: Readonly<Record<DeliveryProblem["step"], string>> = {
  search: "Could not be made searchable",
  order: "The state of its payment could not be updated",
  ledger: "Could not be matched with the ledger",
};

function ofProblem({ at, step, reason }: DeliveryProblem): Entry {
  return { at, text: `${failures[step]}: ${reason}`, id: null, tone: "danger" };
}

const actionNames: Readonly<Record<string, string>> = {
  "notification.raw_read": "Read byte for byte",
  "notification.revealed": "Personal fields shown",
  "notification.replayed": "Sent again to our own URL_Notify",
  "notification.reverified": "Verified again",
};

function ofAction({ at, act, actor, detail }: AuditRow): Entry {
  const { outcome } = detail as { outcome?: unknown };
  const result = typeof outcome === "string" ? `: ${outcome}` : "";
  return { at, text: `${actionNames[act] ?? act} by ${actor}${result}`, id: null, tone: "active" };
}
