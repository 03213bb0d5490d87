import type { NotificationDetail } from "#lib/contract/notification.ts";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import type { TransactionDetail } from "#lib/contract/transaction.ts";

/** One event, and the time since the first one. */
export type Timing = { at: string; afterMs: number; what: string };

type Happened = {
  transaction: TransactionDetail | null;
  payments: readonly PaymentDetail[];
  notifications: readonly Pick<NotificationDetail, "receivedAt" | "method" | "verdict" | "answered" | "facts">[];
};

/** The times of all known events, in order; gateway calls only if they are about the payment. */
export function toTimings({ transaction, payments, notifications }: Happened): Timing[] {
  const happened = [
    ...(transaction?.rows ?? []).map(({ occurredAt, typeName }) => ({ at: occurredAt, what: `Ledger: ${typeName}` })),
    ...payments.flatMap(({ timeline, kind }) =>
      timeline.map(({ at, status, source, note }) => ({
        at,
        what: `${kind === "refund" ? "Refund" : "Payment"}: ${status.replaceAll("_", " ")}, by the ${source}${note ? ` (${note})` : ""}`,
      })),
    ),
    ...notifications.flatMap(({ receivedAt, method, verdict, answered, facts }) => [
      { at: receivedAt, what: `Notification: ${method ?? "unnamed"} received, ${verdict.replaceAll("_", " ")}` },
      {
        at: later(receivedAt, answered.ms),
        what: `Notification: answered ${answered.status} ${answered.body} after ${answered.ms} ms`,
      },
      ...(facts.gateway?.at ? [{ at: facts.gateway.at, what: `Gateway: ${facts.gateway.state}` }] : []),
    ]),
  ].toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
  const firstMs = Date.parse(happened[0]?.at ?? "");
  return happened.map((item) => ({ ...item, afterMs: Date.parse(item.at) - firstMs }));
}

function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + Math.round(ms)).toISOString();
}
