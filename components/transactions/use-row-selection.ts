"use client";

import { useState } from "react";
import type { Selection } from "react-aria-components";
import { useKeptSelection } from "#components/peek/use-kept-selection.ts";
import type { Transaction } from "#lib/contract/transaction.ts";
import { rowKey } from "./row-key.ts";

/** Rows by name, or all that match the filter but those taken out again, loaded or not. */
export type RowSelection = { kind: "rows"; keys: ReadonlySet<string> } | { kind: "matching"; except: ReadonlySet<string> };

const nothing: RowSelection = { kind: "rows", keys: new Set() };

/**
 * What is selected of a list that is only partly loaded. `table` is what the loaded rows show of it. Another filter
 * begins with nothing: a selection is never about rows that are not listed.
 */
export function useRowSelection(items: readonly Transaction[], filter: Record<string, string>) {
  const filterKey = JSON.stringify(filter);
  const [chosen, setChosen] = useState({ filterKey, selection: nothing });
  const kept = useKeptSelection<RowSelection>((selection) => setChosen({ filterKey, selection }));
  const selection = chosen.filterKey === filterKey ? chosen.selection : nothing;
  const setSelection = (next: RowSelection) => {
    setChosen({ filterKey, selection: next });
    kept.keep(next);
  };
  const loaded = items.map(rowKey);
  const table = new Set(selection.kind === "rows" ? selection.keys : loaded.filter((key) => !selection.except.has(key)));

  function onTableChange(next: Selection) {
    const shown = new Set(next === "all" ? loaded : [...next].map(String));
    if (selection.kind === "rows" || shown.size === 0) return setSelection({ kind: "rows", keys: shown });
    const unseen = [...selection.except].filter((key) => !loaded.includes(key));
    setSelection({ kind: "matching", except: new Set([...unseen, ...loaded.filter((key) => !shown.has(key))]) });
  }

  return {
    selection,
    table,
    onTableChange,
    hasAllLoaded: loaded.length > 0 && table.size === loaded.length,
    selectMatching: () => setSelection({ kind: "matching", except: new Set() }),
    clear: () => setSelection(nothing),
  };
}
