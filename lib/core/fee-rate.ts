/** A part of a whole, both in minor units of one currency. */
export type FeeRate = { feeMinor: number; saleMinor: number };

/** In hundredths of a percent, rounded half away from zero; undefined without a sale. Exact for any amounts. */
export function toBasisPoints({ feeMinor, saleMinor }: FeeRate): number | undefined {
  if (saleMinor === 0) return undefined;
  const [fee, sale] = [BigInt(feeMinor) * 20_000n, BigInt(saleMinor)];
  const isNegative = fee < 0n !== sale < 0n;
  const [top, bottom] = [abs(fee), abs(sale)];
  const points = (top + bottom) / (2n * bottom);
  return Number(isNegative ? -points : points);
}

/** As a percentage with two decimals, such as "1.25"; undefined without a sale. */
export function toPercentText(rate: FeeRate): string | undefined {
  const points = toBasisPoints(rate);
  if (points === undefined) return undefined;
  const digits = String(Math.abs(points)).padStart(3, "0");
  return `${points < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
