const most = BigInt(Number.MAX_SAFE_INTEGER);

/** A sum for JSON, capped at the largest safe integer. */
export function toSafeInteger(value: bigint): number {
  if (value > most) return Number.MAX_SAFE_INTEGER;
  return value < -most ? -Number.MAX_SAFE_INTEGER : Number(value);
}
