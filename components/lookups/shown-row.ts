import type { LookupRow, ShownLookupRow } from "#lib/contract/lookup.ts";

/** A result with the number of merchants whose gateways could not be queried for it. */
export type CheckedRow = LookupRow & { notChecked: number };

/** A reference and its result, if there is one yet. */
export type LookupItem = { reference: string; row: CheckedRow | undefined };

export type LookupState = "found" | "not_found" | "not_checked";

/** Not found requires that every gateway was queried and denied it; otherwise the reference was not checked. */
export function stateOf({ verdict, notChecked }: CheckedRow): LookupState {
  if (verdict === "found") return "found";
  return verdict === "missing" && notChecked === 0 ? "not_found" : "not_checked";
}

/** A row as words and numbers: in English for the file, in the user's language for the table. */
export function toShownRow(row: CheckedRow, nameOf: (slug: string) => string): ShownLookupRow {
  const { reference, verdict, merchant, transaction, error } = row;
  const recorded = transaction?.row;
  return {
    reference,
    verdict: stateOf(row) === "not_checked" ? "error" : verdict,
    merchant: merchant === undefined ? null : nameOf(merchant),
    what: error?.message ?? recorded?.typeName ?? transaction?.details[0]?.label ?? "",
    amountMinor: recorded?.amountMinor ?? null,
    amountText: recorded?.amountText ?? transaction?.details.find(({ label }) => /^amount$/i.test(label))?.value ?? "",
    currency: recorded?.currency ?? "",
  };
}
