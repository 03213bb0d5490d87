/**
 * ISO 4217 active codes whose minor unit is not 2 (list one, 2024). Everything else that is three capital
 * letters and known to the runtime's own currency list has 2.
 */
const exponents: ReadonlyMap<string, number> = new Map([
  ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"].map(
    (code) => [code, 0] as const,
  ),
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3] as const),
  ...["CLF", "UYW"].map((code) => [code, 4] as const),
]);

export const usualExponent = 2;

const known: ReadonlySet<string> = new Set([...Intl.supportedValuesOf("currency"), ...exponents.keys()]);

/** True for a currency that exists: three capital letters in the runtime's ISO 4217 list. */
export function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && known.has(code);
}

/** Decimals of the currency's minor unit (0, 2, 3 or 4). Unknown codes count as 2, as ISO's most common. */
export function currencyExponent(code: string): number {
  return exponents.get(code) ?? usualExponent;
}

/** Currencies by their decimals, where these are not 2. */
export const currenciesByExponent: ReadonlyMap<number, readonly string[]> = new Map(
  [...Map.groupBy(exponents, ([, exponent]) => exponent)].map(([exponent, sharing]) => [exponent, sharing.map(([code]) => code)]),
);

/** The currency's name in the language of `locale` (a BCP 47 tag), or the code itself. */
export function currencyName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "currency" }).of(code) ?? code;
  } catch {
    return code;
  }
}
