export type Sign = "Credit" | "Debit";

type KindRow = { type: string; sign: Sign };

/**
 * What happens on an account, by the letter the merchants' templates use, with the rows it books and their
 * types (lib/core/transaction-types.ts). A sale and its fee are two rows with one payment reference.
 */
export const eventKinds = {
  S: {
    rows: [
      { type: "501", sign: "Credit" },
      { type: "001", sign: "Debit" },
    ],
  },
  N: {
    rows: [
      { type: "022", sign: "Credit" },
      { type: "001", sign: "Debit" },
    ],
  },
  O: {
    rows: [
      { type: "013", sign: "Credit" },
      { type: "001", sign: "Debit" },
    ],
  },
  K: {
    rows: [
      { type: "016", sign: "Credit" },
      { type: "001", sign: "Debit" },
    ],
  },
  R: { rows: [{ type: "011", sign: "Debit" }] },
  X: { rows: [{ type: "036", sign: "Debit" }] },
  B: {
    rows: [
      { type: "042", sign: "Debit" },
      { type: "001", sign: "Debit" },
    ],
  },
  P: { rows: [{ type: "003", sign: "Debit" }] },
  C: { rows: [{ type: "008", sign: "Debit" }] },
  U: { rows: [{ type: "026", sign: "Debit" }] },
  F: { rows: [{ type: "006", sign: "Credit" }] },
  M: { rows: [{ type: "039", sign: "Debit" }] },
  T: {
    rows: [
      { type: "010", sign: "Debit" },
      { type: "010", sign: "Credit" },
    ],
  },
} as const satisfies Record<string, { rows: readonly KindRow[] }>;

export type EventKind = keyof typeof eventKinds;

/** Rows of one group; every template adds up to it. */
export const groupRows = 20;

/** Where a row of a group belongs: the event's letter, its first row in the group, and which of its rows this is. */
export type TemplateSlot = { kind: EventKind; first: number; offset: number };

export function isEventKind(letter: string): letter is EventKind {
  return letter in eventKinds;
}

/** The slots of a template. Throws when it does not add up to a group: a mistake in merchants.ts. */
export function parseTemplate(template: string): TemplateSlot[] {
  const slots: TemplateSlot[] = [];
  for (const letter of template) {
    if (!isEventKind(letter)) throw new Error(`Unknown event "${letter}" in template "${template}".`);
    const first = slots.length;
    for (const [offset] of eventKinds[letter].rows.entries()) slots.push({ kind: letter, first, offset });
  }
  if (slots.length !== groupRows) throw new Error(`Template "${template}" has ${slots.length} rows, not ${groupRows}.`);
  return slots;
}

/** All transaction types the ledger books, in order; a row's class names its type by place in this list. */
export const ledgerTypes: readonly string[] = [
  ...new Set(Object.values(eventKinds).flatMap((kind) => kind.rows.map((row) => row.type as string))),
].sort();

/** Account, type and sign of a row as one small whole number: what filters look at. */
export function rowClass(account: number, type: string, sign: Sign): number {
  return account * 64 + ledgerTypes.indexOf(type) * 2 + (sign === "Debit" ? 1 : 0);
}

export type RowFilter = { account?: number; sign?: Sign; types?: readonly string[] };

/** True when a row of this class passes; a type nobody books passes nothing. */
export function matchesClass(filter: RowFilter, of: number): boolean {
  const account = Math.floor(of / 64);
  const type = ledgerTypes[Math.floor((of % 64) / 2)] ?? "";
  if (filter.account !== undefined && filter.account !== account) return false;
  if (filter.sign !== undefined && (filter.sign === "Debit") !== (of % 2 === 1)) return false;
  return filter.types === undefined || filter.types.includes(type);
}
