import type { Said } from "#lib/contract/common.ts";
import type { LookupRow, ShownLookupRow } from "#lib/contract/lookup.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";

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

/** What was found, or why nothing was. */
export function describeRow({ error, transaction }: LookupRow): Said {
  if (error) return error;
  if (transaction?.row) return transactionTypeText(transaction.row.type) as Said;
  const [first] = transaction?.details ?? [];
  return { ...first, message: first?.label ?? "" };
}

/** A row as words and numbers, in English for the file. */
export function toShownRow(row: CheckedRow, nameOf: (slug: string) => string): Required<ShownLookupRow> {
  const { reference, verdict, merchant } = row;
  return {
    reference,
    verdict: stateOf(row) === "not_checked" ? "error" : verdict,
    merchant: merchant === undefined ? null : nameOf(merchant),
    what: row.several ? nameSeveral(row.several, nameOf) : describeRow(row).message,
    ...toShownAmount(row),
  };
}

/** The merchants of a number that several payments have; the first of them, where there may be more. */
export function merchantsOf({ payments }: NonNullable<LookupRow["several"]>): string[] {
  return [...new Set(payments.map(({ merchant }) => merchant))];
}

function nameSeveral(several: NonNullable<LookupRow["several"]>, nameOf: (slug: string) => string): string {
  const count = `${several.payments.length}${several.isCut ? " or more" : ""}`;
  return `${count} payments: ${merchantsOf(several).map(nameOf).join(", ")}`;
}

/** The amount as recorded; without a record the gateway's text. */
export function toShownAmount({ transaction }: LookupRow) {
  const recorded = transaction?.row;
  return {
    amountMinor: recorded?.amountMinor ?? null,
    amountText: recorded?.amountText ?? transaction?.details.find(({ label }) => /^amount$/i.test(label))?.value ?? "",
    currency: recorded?.currency ?? "",
  };
}

/** A row for the file: short, since there may be 200,000, and a gateway's long texts cut to what the file takes. */
export function toExportedRow(row: CheckedRow, nameOf: (slug: string) => string): ShownLookupRow {
  const { amountText, what, ...rest } = toShownRow(row, nameOf);
  const shown = { ...rest, what: what.slice(0, 500) };
  return rest.amountMinor === null && amountText !== "" ? { ...shown, amountText: amountText.slice(0, 100) } : shown;
}
