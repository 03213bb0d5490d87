"use client";

import { useMemo, useRef, useState } from "react";
import type { GridSelection } from "#components/data-table/use-row-grid.ts";
import type { Transaction } from "#lib/contract/transaction.ts";
import type { TransactionSelection } from "#lib/contract/transaction-selection.ts";
import { useSavedSelection } from "../data-table/use-saved-selection.ts";
import { rowKey } from "./row-key.ts";

/** Selected rows by key, or all that match the filter except the deselected ones, loaded or not. */
export type RowSelection =
  | { kind: "rows"; rows: ReadonlyMap<string, Transaction> }
  | { kind: "matching"; except: ReadonlySet<string> };

const nothing: RowSelection = { kind: "rows", rows: new Map() };

/** The selection after these rows were selected or deselected. */
export function withRows(selection: RowSelection, rows: readonly Transaction[], isSelected: boolean): RowSelection {
  if (selection.kind === "matching") {
    const except = new Set(selection.except);
    for (const key of rows.map(rowKey)) isSelected ? except.delete(key) : except.add(key);
    return { kind: "matching", except };
  }
  const kept = new Map(selection.rows);
  for (const row of rows) isSelected ? kept.set(rowKey(row), row) : kept.delete(rowKey(row));
  return { kind: "rows", rows: kept };
}

export function hasRow(selection: RowSelection, row: Transaction): boolean {
  const key = rowKey(row);
  return selection.kind === "rows" ? selection.rows.has(key) : !selection.except.has(key);
}

/**
 * The selection in a list of any length; `matching` is the number of rows that match the filter. Changing the filter clears
 * it, so that a selection never contains rows that are not listed.
 */
export function useRowSelection(filter: Record<string, string>, matching: number | undefined) {
  const filterKey = JSON.stringify(filter);
  const [chosen, setChosen] = useState({ filterKey, selection: nothing });
  const selection = chosen.filterKey === filterKey ? chosen.selection : nothing;
  const { keep } = useSavedSelection<RowSelection>((saved) => setChosen({ filterKey, selection: saved }));
  const count = selection.kind === "rows" ? selection.rows.size : Math.max(0, (matching ?? 0) - selection.except.size);
  // Two rows may be selected before the next render: the second adds to the first.
  const latest = useRef(selection);
  latest.current = selection;
  const grid = useMemo((): GridSelection<Transaction> => {
    const setSelection = (next: RowSelection) => {
      latest.current = next;
      setChosen({ filterKey, selection: next });
      keep(next);
    };
    const isAll = selection.kind === "matching" && selection.except.size === 0;
    return {
      isWhole: true,
      has: (row) => hasRow(selection, row),
      part: isAll ? "all" : count > 0 ? "some" : "none",
      onSelect: (rows, isSelected) => setSelection(withRows(latest.current, rows, isSelected)),
      onSelectAll: () => setSelection(isAll ? nothing : { kind: "matching", except: new Set() }),
    };
  }, [selection, count, filterKey, keep]);
  const clear = () => {
    setChosen({ filterKey, selection: nothing });
    keep(nothing);
  };
  return { selection, count, grid, clear };
}

/** The selection as a request body. An empty selection means all matching rows. */
export function toSelectionInput(selection: RowSelection, filter: Record<string, string>): TransactionSelection {
  if (selection.kind === "rows" && selection.rows.size > 0) return { kind: "rows", rows: [...selection.rows.keys()].map(ofKey) };
  const except = selection.kind === "matching" ? [...selection.except].map(ofKey) : [];
  return { kind: "matching", filter, except };
}

/** A slug contains no slash, so the first one ends it. */
function ofKey(key: string): { merchant: string; id: string } {
  const slash = key.indexOf("/");
  return { merchant: key.slice(0, slash), id: key.slice(slash + 1) };
}
