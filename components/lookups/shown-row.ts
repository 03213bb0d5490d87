import type { LookupRow, ShownLookupRow } from "#lib/contract/lookup.ts";

/** A verdict with how many merchants' gateways could not be asked when it was given. */
export type CheckedRow = LookupRow & { notChecked: number };

/** A reference and its verdict, where one is there yet. */
export type LookupItem = { reference: string; row: CheckedRow | undefined };

export type LookupState = "found" | "not_found" | "not_checked";

/** Not found is only what every gateway that was asked denied; where one could not be asked, it was not checked. */
export function stateOf({ verdict, notChecked }: CheckedRow): LookupState {
  if (verdict === "found") return "found";
  return verdict === "missing" && notChecked === 0 ? "not_found" : "not_checked";
}

/** What is said of a row, in words and numbers: the file in English, the table in the person's language. */
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
