const limit = BigInt(Number.MAX_SAFE_INTEGER);

/** A sum for JSON, capped at the largest safe integer. */
export function toSafeInteger(value: bigint): number {
  if (value > limit) return Number.MAX_SAFE_INTEGER;
  return value < -limit ? -Number.MAX_SAFE_INTEGER : Number(value);
}
