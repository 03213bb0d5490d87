/** Unsigned money as plain decimal text ("100", "100.50"); both bounds are inclusive. */
export type AmountBounds = { min?: string | undefined; max?: string | undefined };
export type MinorBounds = { low: number; high: number };

/** The same bounds in minor units, for a currency with this many decimals. Undefined when no amount lies between them. */
export function toMinorBounds({ min, max }: AmountBounds, exponent: number): MinorBounds | undefined {
  const low = min === undefined ? 0n : toMinor(min, { exponent, roundsUp: true });
  const high = max === undefined ? safeMax : toMinor(max, { exponent, roundsUp: false });
  if (low > high || low > safeMax) return undefined;
  return { low: Number(low), high: Number(high < safeMax ? high : safeMax) };
}

const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

function toMinor(text: string, { exponent, roundsUp }: { exponent: number; roundsUp: boolean }): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  const minor = BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, "0"));
  const isExact = [...fraction.slice(exponent)].every((digit) => digit === "0");
  return isExact || !roundsUp ? minor : minor + 1n;
}
