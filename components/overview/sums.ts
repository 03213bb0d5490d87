import { type DelayBound, delayBounds } from "#lib/core/payment-method.ts";

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
