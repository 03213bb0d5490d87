import type { LookupRow, ShownLookupRow } from "#lib/contract/lookup.ts";

/** A reference and its verdict, where one is there yet. */
export type LookupItem = { reference: string; row: LookupRow | undefined };

/** What is said of a row, in words and numbers: the file in English, the table in the person's language. */
export function toShownRow(row: LookupRow, nameOf: (slug: string) => string): ShownLookupRow {
  const { reference, verdict, merchant, transaction, error } = row;
  const recorded = transaction?.row;
  return {
    reference,
    verdict,
    merchant: merchant === undefined ? null : nameOf(merchant),
    what: error?.message ?? recorded?.typeName ?? transaction?.details[0]?.label ?? "",
    amountMinor: recorded?.amountMinor ?? null,
    amountText: recorded?.amountText ?? transaction?.details.find(({ label }) => /^amount$/i.test(label))?.value ?? "",
    currency: recorded?.currency ?? "",
  };
}
