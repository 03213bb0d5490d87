import { expect, test } from "vitest";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { decideVerdict, type Evidence, type PaymentEvent } from "./decide-verdict.ts";

const order = { orderId: "A", amountMinor: 1240, currency: "EUR", day: "2026-03-04" };
const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 11, minute));

function notified(change: Partial<PaymentEvent> = {}): PaymentEvent {
  const receivedAt = change.receivedAt ?? at(0);
  const event = { id: "n", orderId: "A", method: "IPCPurchaseNotify", trnref: "1", amountMinor: 1240, currency: "EUR" };
  return { ...event, receivedAt, lastSeenAt: receivedAt, answerStatus: 200, transactionId: null, gateway: null, ...change };
}
const unanswered = (change: Partial<PaymentEvent> = {}) => notified({ answerStatus: 503, ...change });
const reserved = (change = {}) => notified({ method: "IPCPreAuthorizationNotify", ...change });
const rollback = (minute: number) => notified({ method: "IPCPurchaseRollback", trnref: null, receivedAt: at(minute) });

const online = { type: "013", sign: "credit", terminalId: null, amountMinor: 1240 } as TransactionRow;
const atTerminal = { ...online, type: "501", terminalId: "81000001" } as TransactionRow;

function decide(change: Partial<Evidence>): string {
  const booked = { sale: online, saleAgrees: true, gap: undefined };
  const { verdict, reason } = decideVerdict({ order, events: [notified()], ...booked, ...change });
  return reason === null ? verdict : `${verdict} ${reason}`;
}
const back = (refundedMinor: number) => ({ givenBack: { isReversed: false, refundedMinor, refunds: 1, at: "" } });
const reversal = { givenBack: { isReversed: true, refundedMinor: 0, refunds: 0, at: "" } };
const missing = { sale: undefined, saleAgrees: false };
const mark = (state: "notified" | "mismatch" | "not_notified" | "on_its_way" | "awaited" | "not_applicable") => ({
  events: [],
  notified: { state, attempt: null, notificationId: null },
});

const cases: readonly (readonly [what: string, change: Partial<Evidence>, verdict: string])[] = [
  ["notified and booked", {}, "equal"],
  ["the same bytes again", { events: [notified({ lastSeenAt: at(9) })] }, "equal"],
  ["notified without an amount", { events: [notified({ amountMinor: null })] }, "equal"],
  ["authorised, then charged", { events: [reserved(), notified({ receivedAt: at(5) })] }, "equal"],
  ["only authorised", { events: [reserved()] }, "equal"],
  ["authorised, then reversed", { events: [reserved(), rollback(1)], ...missing }, "refunded"],
  ["notified with another amount", { events: [notified({ amountMinor: 1241 })] }, "amount_differs"],
  ["notified in another currency", { events: [notified({ currency: "USD" })] }, "amount_differs"],
  ["booked with another amount", { saleAgrees: false }, "amount_differs"],
  ["notified under another order with another amount", mark("mismatch"), "amount_differs"],
  ["two payments of one order", { events: [notified(), notified({ trnref: "2" })] }, "notified_twice"],
  ["two messages about one payment", { events: [notified(), notified({ id: "m" })] }, "notified_twice"],
  ["booked twice", { beside: "same_amount" }, "booked_twice"],
  [
    "booked twice, and notified twice",
    { events: [notified(), notified({ trnref: "2" })], beside: "same_amount" },
    "notified_twice",
  ],
  ["booked twice, and not answered OK", { events: [unanswered()], beside: "same_amount" }, "not_checked unanswered"],
  ["booked twice with another amount", { saleAgrees: false, beside: "same_amount" }, "booked_twice"],
  ["booked twice, and one cent given back", { beside: "same_amount", ...back(1) }, "booked_twice"],
  ["given back, and another sale stands", { beside: "same_amount", ...back(1240) }, "not_checked other_sale"],
  ["reversed, and another sale stands", { events: [notified(), rollback(1)], beside: "other_amount" }, "not_checked other_sale"],
  ["another sale of another amount stands", { beside: "other_amount" }, "not_checked other_sale"],
  ["booked with another amount, and so is another sale", { saleAgrees: false, beside: "other_amount" }, "amount_differs"],
  ["reversed", { events: [notified(), rollback(1)], ...missing }, "refunded"],
  [
    "reversed, but notified with another amount",
    { events: [notified({ amountMinor: 1 }), rollback(1)], ...missing },
    "amount_differs",
  ],
  [
    "two attempts reversed, the second of the order's amount",
    { events: [notified({ amountMinor: 1000 }), notified({ trnref: "2", receivedAt: at(1) }), rollback(2)], ...missing },
    "refunded",
  ],
  [
    "two attempts reversed, the first of the order's amount",
    { events: [notified(), notified({ trnref: "2", amountMinor: 1000, receivedAt: at(1) }), rollback(2)], ...missing },
    "refunded",
  ],
  [
    "two attempts reversed, neither of the order's amount",
    {
      events: [notified({ amountMinor: 1000 }), notified({ trnref: "2", amountMinor: 1100, receivedAt: at(1) }), rollback(2)],
      ...missing,
    },
    "amount_differs",
  ],
  ["reversed, and booked with another amount", { events: [notified(), rollback(1)], saleAgrees: false }, "amount_differs"],
  ["given back in the ledger", back(1240), "refunded"],
  ["given back in parts that are the whole", back(1241), "refunded"],
  ["reversed in the ledger", reversal, "refunded"],
  ["taken back by the customer's bank", { givenBack: { ...back(240).givenBack, chargedBackMinor: 1000 } }, "refunded"],
  ["one cent given back", back(1), "partly_refunded"],
  ["all but one cent given back", back(1239), "partly_refunded"],
  ["one cent given back at a terminal", { ...mark("not_applicable"), sale: atTerminal, ...back(1) }, "partly_refunded"],
  ["one cent given back of another amount", { saleAgrees: false, ...back(1) }, "amount_differs"],
  [
    "given back, and notified with another amount",
    { events: [notified({ amountMinor: 1241 })], ...back(1240) },
    "amount_differs",
  ],
  ["given back, and booked with another amount", { saleAgrees: false, ...reversal }, "amount_differs"],
  ["one cent given back, and a notification was due", { ...mark("not_notified"), ...back(1) }, "not_notified"],
  ["given back, and a notification was due", { ...mark("not_notified"), ...back(1240) }, "not_notified"],
  ["given back, and booked before there was a URL", { ...mark("not_applicable"), ...back(1240) }, "refunded"],
  ["given back, and notified twice", { events: [notified(), notified({ trnref: "2" })], ...back(1240) }, "notified_twice"],
  [
    "one cent given back of a contested payment",
    { events: [rollback(0), notified({ receivedAt: at(1) })], ...back(1) },
    "not_checked contested",
  ],
  [
    "a contested payment that the ledger shows reversed",
    { events: [rollback(0), notified({ receivedAt: at(1) })], ...reversal },
    "refunded",
  ],
  ["a reversal before its payment", { events: [rollback(0), notified({ receivedAt: at(1) })] }, "not_checked contested"],
  [
    "reversed, then paid again: which one the reversal was about is not known",
    { events: [notified(), rollback(1), notified({ trnref: "2", receivedAt: at(2) })] },
    "not_checked contested",
  ],
  ["booked, but not answered OK", { events: [unanswered()] }, "not_checked unanswered"],
  [
    "authorised, but not answered OK",
    { events: [unanswered({ method: "IPCPreAuthorizationNotify" })] },
    "not_checked unanswered",
  ],
  ["not answered OK, and the whole ledger lacks it", { events: [unanswered()], ...missing }, "not_booked"],
  ["not answered OK, and given back in the ledger", { events: [unanswered()], ...reversal }, "refunded"],
  ["not answered OK, and reversed in the ledger", { events: [unanswered({ isReversed: true })] }, "refunded"],
  ["not answered OK, and its Rollback came", { events: [unanswered(), rollback(1)] }, "refunded"],
  ["not answered OK, then answered OK", { events: [unanswered(), notified({ trnref: "2" })] }, "not_checked unanswered"],
  ["reversed in the ledger, then paid", { events: [unanswered({ isReversed: true }), notified({ trnref: "2" })] }, "equal"],
  [
    "not answered OK, before two payments",
    { events: [unanswered(), notified({ trnref: "2" }), notified({ trnref: "3" })] },
    "notified_twice",
  ],
  [
    "not answered OK under another order",
    { events: [], notified: { state: "notified", attempt: "unconfirmed", notificationId: "n", answered: { status: 503 } } },
    "not_checked unanswered",
  ],
  ["booked, and a notification was due", mark("not_notified"), "not_notified"],
  ["booked, and its notification is not processed yet", mark("on_its_way"), "not_checked notification_awaited"],
  ["booked just now", mark("awaited"), "not_checked notification_awaited"],
  ["booked before there was a URL", mark("not_applicable"), "not_checked notifications_unknown"],
  ["notified under another order", mark("notified"), "equal"],
  ["paid at a terminal", { ...mark("not_applicable"), sale: atTerminal }, "equal"],
  ["notified, and the whole ledger lacks it", missing, "not_booked"],
  ["neither notified nor booked", { events: [], ...missing }, "not_booked"],
  ["notified, and the ledger was not read", { ...missing, gap: "ledger_unread" }, "not_checked ledger_unread"],
  ["a sale may be this order's", { events: [], ...missing, gap: "sale_without_order" }, "not_checked sale_without_order"],
];

test.each(cases)("%s", (_, change, verdict) => {
  expect(decide(change)).toBe(verdict);
});
