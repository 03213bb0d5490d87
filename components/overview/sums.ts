import type { Overview } from "#lib/contract/overview.ts";
import type { PaymentStatus } from "#lib/contract/payment.ts";
import { type DelayBound, delayBounds } from "#lib/core/payment-method.ts";

const succeededStatuses: ReadonlySet<PaymentStatus> = new Set(["success", "reversed"]);

const open: ReadonlySet<PaymentStatus> = new Set(["sending", "unknown", "in_progress"]);

/** The smallest delay bound within which this part (0 to 1) of all notifications arrived; undefined when there is none. */
export function delayWithin(counts: Readonly<Record<DelayBound, number>>, part: number): DelayBound | undefined {
  const all = delayBounds.reduce((sum, bound) => sum + counts[bound], 0);
  if (all === 0) return undefined;
  let cumulative = 0;
  return delayBounds.find((bound) => {
    cumulative += counts[bound];
    return cumulative >= all * part;
  });
}

/** Number of completed payments, and how many of them succeeded; one that was reversed later counts as succeeded. */
export function sumPayments(payments: Overview["payments"]): { ended: number; succeeded: number } {
  const sum = (matches: (status: PaymentStatus) => boolean) =>
    payments.filter(({ status }) => matches(status)).reduce((total, { count }) => total + count, 0);
  return { ended: sum((status) => !open.has(status)), succeeded: sum((status) => succeededStatuses.has(status)) };
}
