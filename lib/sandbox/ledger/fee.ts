/** The fee of a sale in its minor units: 1.25 %, never nothing. */
export function feeMinor(saleMinor: number): number {
  return Math.max(1, Math.round((saleMinor * 125) / 10_000));
}
