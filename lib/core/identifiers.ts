/** The three environments; the sandbox is built in, the other two are connected (docs/glossary.md). */
export const environments = ["sandbox", "demo", "production"] as const;
export type Environment = (typeof environments)[number];

export function isEnvironment(value: string): value is Environment {
  return (environments as readonly string[]).includes(value);
}

/** Words that have a meaning in addresses and so cannot be a merchant's slug. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  "transactions notifications payments lookups lookup find live merchants endpoints new settings alerts reconcile fees".split(
    " ",
  ),
);

export const slugPattern = /^[a-z0-9][a-z0-9-]{0,40}$/;

export function isMerchantSlug(value: string): boolean {
  return slugPattern.test(value) && !reservedSlugs.has(value);
}

/**
 * An identifier as it is compared: trimmed, upper case, without spaces and dashes. Stored values and search terms both
 * use it, so "hb-2026 0001" finds "HB-2026-0001".
 */
export function normaliseIdentifier(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\s\-‐‑‒–—]+/gu, "")
    .toUpperCase();
}

/** The identifier without leading zeros, if it has any: "000112" is also found as "112", and vice versa. */
export function withoutLeadingZeros(value: string): string {
  return value.replace(/^0+(?=[0-9A-Z])/u, "");
}

/** An order number in the spelling that files and shops share, which drop leading zeros or put a # before it. */
export function toPlainNumber(text: string): string {
  const value = normaliseIdentifier(text);
  return withoutLeadingZeros(value.startsWith("#") ? value.slice(1) : value);
}

/** Whether it is a valid row id; the database would reject anything else with an error. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** Characters of a merchant's name. */
export const merchantNameMax = 120;

export const terminalIdMax = 50;

/** Accepted terminal ids: visible characters without spaces. */
export function isTerminalId(text: string): boolean {
  return /^[^\s\p{C}]+$/u.test(text) && [...text].length <= terminalIdMax;
}

/** The usual form, eight digits. Other forms may be valid but deserve a warning. */
export function isUsualTerminalId(text: string): boolean {
  return /^\d{8}$/.test(text);
}

/** References that one list may share and export: more than fit into a million pasted characters. */
export const sharedReferencesMax = 200_000;
