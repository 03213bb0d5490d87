import { type DelayBound, delayBounds } from "#lib/core/payment-method.ts";

/** The stretch within which so large a part of all came; undefined when none did. */
export function delayWithin(counts: Readonly<Record<DelayBound, number>>, part: number): DelayBound | undefined {
  const all = delayBounds.reduce((sum, bound) => sum + counts[bound], 0);
  if (all === 0) return undefined;
  let come = 0;
  return delayBounds.find((bound) => {
    come += counts[bound];
    return come >= all * part;
  });
}
