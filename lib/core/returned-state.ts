import type { GivenBack } from "./given-back.ts";
import { type RecordState, type StoredAmount, toMoney, toState } from "./record-state.ts";

/** Refunds sent from here without a result yet. `isUnknown`: no answer came about one, which may have gone through. */
export type OpenRefund = { amountMinor: number; count: number; isUnknown: boolean; at: string };

/** A reversal sent from here that is not finished. `isUnknown`: no answer came about it, so that it may have gone through. */
export type OpenReversal = { isUnknown: boolean; at: string };

export type Refund = { status: string; amountMinor: number; currency: string; createdAt: string; createdBy?: string | null };

/** A refund without a result comes before all that was refunded: a second one would be too much. */
function openRefundState(paid: StoredAmount & { card: string | null }, open: OpenRefund | null = null): RecordState | undefined {
  if (open === null) return undefined;
  const amount = toMoney({ amountMinor: open.amountMinor, currency: paid.currency });
  return toState(open.isUnknown ? "refund_unknown" : "refund_in_progress", {
    ...{ card: paid.card, amount, at: open.at },
    reason: open.count > 1 ? "several" : null,
  });
}

/**
 * Only refunds that the gateway confirmed count; one under way proves nothing. Those taken from here may be among those
 * booked in the ledger, so the larger sum counts.
 */
function refundState(
  paid: StoredAmount & { card: string | null },
  refunds: readonly Refund[],
  booked?: GivenBack,
): RecordState | undefined {
  const done = refunds.filter(({ status }) => status === "success");
  const ownMinor = done.reduce((sum, refund) => sum + Math.abs(refund.amountMinor), 0);
  const bookedMinor = booked?.refundedMinor ?? 0;
  const amountMinor = Math.max(ownMinor, bookedMinor);
  const total = toMoney(paid);
  if (amountMinor === 0 || paid.currency === null) return undefined;
  const last = ownMinor >= bookedMinor ? done.at(-1) : undefined;
  const values = {
    ...{ card: paid.card, amount: { amountMinor, currency: paid.currency } },
    ...{ at: last?.createdAt ?? knownTime(booked), by: last?.createdBy ?? null },
  };
  if (total && amountMinor >= total.amountMinor) return toState("refunded", values);
  const isSeveral = (last ? done.length : (booked?.refunds ?? 1)) > 1;
  return toState("partly_refunded", { ...values, other: total, reason: isSeveral ? "several" : null });
}

/** Nothing is said of a time that is an estimate. */
function knownTime(booked: GivenBack | undefined): string | null {
  return booked?.isTimeEstimated ? null : (booked?.at ?? null);
}

export type Returned = {
  givenBack?: GivenBack | undefined;
  openRefund?: OpenRefund | null | undefined;
  openReversal?: OpenReversal | null | undefined;
};

/** What became of a payment's money later, as far as it is known; undefined where it stands. */
export function returnedState(
  paid: StoredAmount & { card: string | null; at: string | null; reason?: string | null },
  {
    givenBack,
    openRefund,
    openReversal,
    refunds = [],
    isReversed = givenBack?.isReversed,
  }: Returned & { refunds?: readonly Refund[]; isReversed?: boolean },
): RecordState | undefined {
  const amount = toMoney(paid);
  const { card, at, reason = null } = paid;
  if (isReversed) return toState(givenBack?.isHeld ? "reversal_held" : "reversed", { amount, card, at, reason });
  if (openReversal) {
    const name = openReversal.isUnknown ? "reversal_unknown" : "reversal_in_progress";
    return toState(name, { amount, card, at: openReversal.at });
  }
  const open = openRefundState(paid, openRefund);
  if (open) return open;
  const refunded = refundState(paid, refunds, givenBack);
  const chargedBackMinor = givenBack?.chargedBackMinor ?? 0;
  if (chargedBackMinor > 0 && amount) {
    const taken = { ...amount, amountMinor: chargedBackMinor };
    const also = refunded?.values.amount ?? null;
    return toState("charged_back", { amount: taken, other: amount, also, card, at: givenBack?.chargedBackAt ?? null });
  }
  return refunded;
}
