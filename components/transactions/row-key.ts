import type { TransactionSelection } from "#lib/contract/transaction-selection.ts";
import type { RowSelection } from "./use-row-selection.ts";

type Row = { merchant: string; id: string };

/** A row's key across merchants: the gateway's ids are unique within one merchant only. */
export function rowKey({ merchant, id }: Row): string {
  return `${merchant}/${id}`;
}

/** A slug contains no slash, so the first one ends it. */
function ofKey(key: string): Row {
  const slash = key.indexOf("/");
  return { merchant: key.slice(0, slash), id: key.slice(slash + 1) };
}

/** The selection as a request body. An empty selection means all matching rows. */
export function toSelectionInput(selection: RowSelection, filter: Record<string, string>): TransactionSelection {
  if (selection.kind === "rows" && selection.rows.size > 0) return { kind: "rows", rows: [...selection.rows.keys()].map(ofKey) };
  const except = selection.kind === "matching" ? [...selection.except].map(ofKey) : [];
  return { kind: "matching", filter, except };
}
