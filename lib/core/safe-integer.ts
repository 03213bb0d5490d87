const most = BigInt(Number.MAX_SAFE_INTEGER);

/** A sum as JSON can carry it: beyond the largest safe integer it stops there. */
export function toSafeInteger(value: bigint): number {
  if (value > most) return Number.MAX_SAFE_INTEGER;
  return value < -most ? -Number.MAX_SAFE_INTEGER : Number(value);
}
