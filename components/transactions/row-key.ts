import type { TransactionSelection } from "#lib/contract/transaction-selection.ts";

type Row = { merchant: string; id: string };

/** A row's key over all merchants: the gateway's ids are unique for one merchant only. */
export function rowKey({ merchant, id }: Row): string {
  return `${merchant}/${id}`;
}

/** A slug holds no slash, so the first one ends it. */
function ofKey(key: string): Row {
  const at = key.indexOf("/");
  return { merchant: key.slice(0, at), id: key.slice(at + 1) };
}

/** The selection as a request names it. Nothing selected means all that match. */
export function toSelectionInput(
  selection: { kind: "rows"; keys: ReadonlySet<string> } | { kind: "matching"; except: ReadonlySet<string> },
  filter: Record<string, string>,
): TransactionSelection {
  if (selection.kind === "rows" && selection.keys.size > 0) return { kind: "rows", rows: [...selection.keys].map(ofKey) };
  const except = selection.kind === "matching" ? [...selection.except].map(ofKey) : [];
  return { kind: "matching", filter, except };
}
