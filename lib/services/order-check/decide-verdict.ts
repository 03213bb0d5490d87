import type { CheckedOrder, ShopOrder } from "#lib/contract/order-check.ts";
import type { Notified } from "#lib/contract/transaction.ts";
import { type GivenBack, sumParts } from "#lib/core/given-back.ts";
import type { OrderPaymentEvent } from "#lib/db/notifications/order-payments.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { type AttemptState, attemptState, notificationsOf } from "#lib/notifications/receive/attempt-state.ts";
import { isOnlinePurchase } from "../notifications/reconciliation/online-purchase.ts";
import type { Gap } from "./ledger-days.ts";

/** `isReversed`: it was not answered OK, and the ledger has the reversal of its sale. */
export type PaymentEvent = OrderPaymentEvent & { isReversed?: boolean };

export type Evidence = {
  order: ShopOrder;
  /** Verified notifications about payments of the order. */
  events: readonly PaymentEvent[];
  /** The sale in the ledger, whether its amount is the shop's, and what is known beside it; `notified` where no notification names the order. */
  sale: TransactionRow | undefined;
  saleAgrees: boolean;
  notified?: Notified | undefined;
  givenBack?: GivenBack | undefined;
  /** Another sale of the order, under another reference and not wholly given back, and whether its amount is the shop's. */
  beside?: "same_amount" | "other_amount" | undefined;
  /** Why a missing sale proves nothing; undefined where it does. */
  gap: MissingReason | undefined;
};

export type MissingReason =
  | Gap
  | "unlinked"
  | "gateway_confirmed"
  | "sale_without_order"
  | "other_booking"
  | "similar_number"
  | "other_time";

type Decision = Pick<CheckedOrder, "verdict" | "reason">;

/**
 * What the evidence shows, a difference before what was given back. Says only what is proven: otherwise the order is not
 * checked, with the reason.
 */
export function decideVerdict(evidence: Evidence): Decision {
  const { sale, saleAgrees, notified, givenBack, beside, gap } = evidence;
  const { told, paid, isTwice, isContested, isUnanswered } = readEvents(evidence);
  const isReversed = told !== undefined && !paid;
  const isWhole = isReversed || isGivenBackWhole(sale, givenBack);
  if (isTwice) return { verdict: "notified_twice", reason: null };
  if (isContested && !isWhole) return { verdict: "not_checked", reason: "contested" };
  if (isUnanswered && sale && !isWhole) return { verdict: "not_checked", reason: "unanswered" };
  if (beside === "same_amount" && !isWhole) return { verdict: "booked_twice", reason: null };
  const isDifferent = (told && !saysAmount(told, evidence.order)) || (sale && !saleAgrees) || notified?.state === "mismatch";
  if (isDifferent) return { verdict: "amount_differs", reason: null };
  if (beside) return { verdict: "not_checked", reason: "other_sale" };
  if (isReversed) return { verdict: "refunded", reason: null };
  if (!sale) return gap ? { verdict: "not_checked", reason: gap } : { verdict: "not_booked", reason: null };
  const isNotified = paid !== undefined || notified?.state === "notified" || !isOnlinePurchase(sale);
  if (!isNotified && notified?.state === "not_notified") return { verdict: "not_notified", reason: null };
  if (givenBack) return { verdict: isWhole ? "refunded" : "partly_refunded", reason: null };
  if (isNotified) return { verdict: "equal", reason: null };
  const isComing = notified?.state === "on_its_way" || notified?.state === "awaited";
  return { verdict: "not_checked", reason: isComing ? "notification_awaited" : "notifications_unknown" };
}

/** All of the sale, as the ledger or our own payments show. */
export function isGivenBackWhole(sale: TransactionRow | undefined, givenBack: GivenBack | undefined): boolean {
  if (!givenBack) return false;
  return givenBack.isReversed || sumParts(givenBack) >= (sale?.amountMinor ?? Number.POSITIVE_INFINITY);
}

/** A notification without an amount disagrees with none. */
function saysAmount({ amountMinor, currency }: PaymentEvent, order: ShopOrder): boolean {
  return amountMinor === null || (amountMinor === order.amountMinor && currency === order.currency);
}

/** The attempts that stand: each is one IPC_Trnref, and one that the gateway reversed no longer counts. */
function readEvents({ events, order, notified }: Evidence) {
  const attempts = [...Map.groupBy(notifiedOf(events), ({ trnref }) => trnref)].map(([trnref, own]) => ({
    own,
    state: stateOf(events, trnref),
  }));
  const standing = attempts.filter(({ state }) => state !== "reversed" && state !== "unanswered");
  const paid = paymentEventOf(events);
  const isElsewhere = notified?.answered !== undefined && notified.answered.status !== 200;
  return {
    paid,
    told: toldEventOf(events, order),
    isTwice: standing.length > 1 || standing.some(({ own }) => own.length > 1),
    isContested: standing.some(({ state }) => state === "contested"),
    isUnanswered: isElsewhere || (paid && !isAnswered(paid)) || attempts.some(({ state }) => state === "unanswered"),
  };
}

/** The gateway reverses a payment that was not answered OK, but its Rollback is often not received either. */
function stateOf(events: readonly PaymentEvent[], trnref: string | null): AttemptState | "unanswered" {
  const own = notificationsOf(events, trnref);
  const state = attemptState(events, trnref);
  if (state === "reversed" || own.some(isAnswered)) return state;
  return own.some(({ isReversed }) => isReversed) ? "reversed" : "unanswered";
}

function isAnswered({ answerStatus }: PaymentEvent): boolean {
  return answerStatus === 200;
}

function notifiedOf(events: readonly PaymentEvent[]): PaymentEvent[] {
  return events.filter(({ method }) => method === "IPCPurchaseNotify");
}

/** Of the order's payments; before it is charged, of its pre-authorizations. */
export function paymentsOf(events: readonly PaymentEvent[]): PaymentEvent[] {
  const notified = notifiedOf(events);
  return notified.length > 0 ? notified : events.filter(({ method }) => method === "IPCPreAuthorizationNotify");
}

/** Of the payment that stands, one answered OK if there is one; before it is charged, that of its authorisation. */
export function paymentEventOf(events: readonly PaymentEvent[]): PaymentEvent | undefined {
  return preferAnswered(paymentsOf(events).filter(({ trnref }) => stateOf(events, trnref) !== "reversed"));
}

function preferAnswered(events: readonly PaymentEvent[]): PaymentEvent | undefined {
  return events.find(isAnswered) ?? events[0];
}

/** The same, or where all attempts were reversed since, the one that says the order's amount, else the last. */
export function toldEventOf(events: readonly PaymentEvent[], order: ShopOrder): PaymentEvent | undefined {
  const reversed = paymentsOf(events);
  const isOrders = (event: PaymentEvent) => event.amountMinor !== null && saysAmount(event, order);
  return paymentEventOf(events) ?? reversed.find(isOrders) ?? reversed.at(-1);
}
