import { transactionDetailState } from "#lib/contract/record-state.ts";
import type { TransactionDetail } from "#lib/contract/transaction.ts";
import { type NotificationFacts, notificationState } from "#lib/core/notification-state.ts";
import { type PaymentFacts, paymentState } from "#lib/core/payment-state.ts";
import type { RecordState } from "#lib/core/record-state.ts";
import { type TransactionFacts, transactionState } from "#lib/core/transaction-state.ts";

const paidAt = "2026-03-04T11:20:00.000Z";
export const later = "2026-03-05T09:05:00.000Z";
const sold = {
  type: "009",
  sign: "credit",
  amountMinor: 1240,
  currency: "EUR",
  pan: "*4242",
  terminalId: null,
  occurredAt: paidAt,
};
export const notification = {
  receivedAt: "2026-03-04T11:20:03.000Z",
  amountMinor: 1240,
  currency: "EUR",
  answered: { status: 200 },
};
const received: NotificationFacts = {
  ...{ verdict: "valid", reasons: [], method: "IPCPurchaseNotify", state: "paid", gateway: "confirmed", conflict: false },
  ...{ ...notification, card: "Visa ••4242", booked: { amountMinor: 1240, currency: "EUR", at: paidAt } },
};
const sent: PaymentFacts = {
  ...{ kind: "payment", status: "success", amountMinor: 1240, currency: "EUR", card: "Visa ••4242" },
  ...{ createdAt: paidAt, createdBy: "ann@desk.example", verdict: null, refunds: [], openRefund: null },
};

type Beside = Omit<TransactionFacts, "row">;
export const row = (changed: Partial<TransactionFacts["row"]>, beside: Beside = {}) =>
  transactionState({ row: { ...sold, ...changed }, ...beside });
export const notifiedAs = (state: string, attempt: string | null) =>
  ({ notified: { state, attempt } }) as Pick<TransactionFacts["row"], "notified">;
export const sale = (state: string, attempt: string | null, beside: Beside = {}) => row(notifiedAs(state, attempt), beside);
export const note = (changed: Partial<NotificationFacts>) => notificationState({ ...received, ...changed });
export const pay = (changed: Partial<PaymentFacts>) => paymentState({ ...sent, ...changed });
export const refund = (amountMinor: number, status = "success") => ({
  ...{ status, amountMinor, currency: "EUR", createdAt: later, createdBy: "ann@desk.example" },
});

/** The state of a reference whose row has not been read. */
export const unread = () =>
  transactionDetailState({ rows: [], notifications: [], mentions: [], payments: [] } as unknown as TransactionDetail);

type Case = readonly [state: RecordState, english: string, german: string];
export type Cases = readonly [Case, ...Case[]];
