/** The three environments; the sandbox is built in, the other two are connected (docs/glossary.md). */
export const environments = ["sandbox", "demo", "production"] as const;
export type Environment = (typeof environments)[number];

export function isEnvironment(value: string): value is Environment {
  return (environments as readonly string[]).includes(value);
}

/** Words that stand where a merchant slug would in an address. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  "transactions notifications payments lookups lookup find live merchants endpoints new settings alerts".split(" "),
);

export const slugPattern = /^[a-z0-9][a-z0-9-]{0,40}$/;

export function isMerchantSlug(value: string): boolean {
  return slugPattern.test(value) && !reservedSlugs.has(value);
}

/**
 * One identifier in the form it is compared in: trimmed, upper case, without spaces and dashes.
 * What is stored and what is looked for both go through here, so "hb-2026 0001" finds "HB-2026-0001".
 */
export function normaliseIdentifier(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\s\-‐‑‒–—]+/gu, "")
    .toUpperCase();
}

/** The same without leading zeros, where it has any: "000112" is also found as "112", and the other way round. */
export function withoutLeadingZeros(value: string): string {
  return value.replace(/^0+(?=[0-9A-Z])/u, "");
}

/** Whether it can be the id of a row of ours; anything else would be an error of the database's. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

export const terminalIdMax = 50;

/** What may be a terminal's id at some gateway: visible characters without spaces. */
export function isTerminalId(text: string): boolean {
  return /^[^\s\p{C}]+$/u.test(text) && [...text].length <= terminalIdMax;
}

/** The usual form: eight digits. Another one may be right and is worth a second look. */
export function isUsualTerminalId(text: string): boolean {
  return /^\d{8}$/.test(text);
}
