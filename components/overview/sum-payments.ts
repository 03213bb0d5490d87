import type { Overview } from "#lib/contract/overview.ts";
import type { PaymentStatus } from "#lib/contract/payment.ts";

const succeededStatuses: ReadonlySet<PaymentStatus> = new Set(["success", "reversed"]);
const open: ReadonlySet<PaymentStatus> = new Set(["sending", "unknown", "in_progress"]);

/** Number of completed payments, and how many of them succeeded; one that was reversed later counts as succeeded. */
export function sumPayments(payments: Overview["payments"]): { ended: number; succeeded: number } {
  const sum = (matches: (status: PaymentStatus) => boolean) =>
    payments.filter(({ status }) => matches(status)).reduce((total, { count }) => total + count, 0);
  return { ended: sum((status) => !open.has(status)), succeeded: sum((status) => succeededStatuses.has(status)) };
}
