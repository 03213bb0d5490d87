import type { PaymentLimits } from "../../context.ts";

type Check = { at: Date; isComplete: boolean };
type Called = { createdAt: Date };

/** The complete checks that count: after the call must have ended (docs/payments.md, rule 7). Oldest first. */
export function countingChecks<Item extends Check>(
  checks: readonly Item[],
  { createdAt }: Called,
  { callMs }: PaymentLimits,
): Item[] {
  const from = createdAt.getTime() + callMs;
  return checks.filter((look) => look.isComplete && look.at.getTime() >= from);
}

/** True when two complete checks, far enough apart and both after the call's end, lack the payment. */
export function isNotProcessed(checks: readonly Check[], payment: Called, limits: PaymentLimits): boolean {
  const counting = countingChecks(checks, payment, limits);
  const [first, last] = [counting[0], counting.at(-1)];
  return first !== undefined && last !== undefined && last.at.getTime() - first.at.getTime() >= limits.apartMs;
}

/** The earliest instant at which absence can be proven: until then the payment may not be retried. */
export function provableFrom(
  checks: readonly Check[],
  payment: Called,
  { limits, nowMs }: { limits: PaymentLimits; nowMs: number },
): Date {
  const [first] = countingChecks(checks, payment, limits);
  const firstMs = first?.at.getTime() ?? Math.max(nowMs, payment.createdAt.getTime() + limits.callMs);
  return new Date(Math.max(nowMs, firstMs + limits.apartMs));
}
