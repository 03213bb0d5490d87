import { useMemo, useRef, useState } from "react";
import type { GridSelection } from "./use-row-grid.ts";

/** Selected rows of a list, as it has them now. Another filter, named by `listKey`, clears them. */
export type SelectedRows<Row> = { rows: readonly Row[]; grid: GridSelection<Row>; clear: () => void };

/** `items`: the loaded rows, of which "select all" takes every one. */
export function useSelectedRows<Row>(
  items: readonly Row[],
  { listKey, keyOf }: { listKey: string; keyOf: (row: Row) => string },
): SelectedRows<Row> {
  const [chosen, setChosen] = useState<{ listKey: string; rows: ReadonlyMap<string, Row> }>({ listKey, rows: new Map() });
  const rows = useMemo(() => (chosen.listKey === listKey ? chosen.rows : new Map<string, Row>()), [chosen, listKey]);
  // Two rows may be selected before the next render: the second adds to the first.
  const latest = useRef(rows);
  latest.current = rows;
  const select = (next: ReadonlyMap<string, Row>) => {
    latest.current = next;
    setChosen({ listKey, rows: next });
  };
  const isAll = items.length > 0 && items.every((row) => rows.has(keyOf(row)));
  const grid: GridSelection<Row> = {
    has: (row) => rows.has(keyOf(row)),
    part: isAll ? "all" : rows.size > 0 ? "some" : "none",
    onSelect: (changed, isSelected) => {
      const next = new Map(latest.current);
      for (const row of changed) isSelected ? next.set(keyOf(row), row) : next.delete(keyOf(row));
      select(next);
    },
    onSelectAll: () => select(isAll ? new Map() : new Map(items.map((row) => [keyOf(row), row]))),
  };
  const shown = useMemo(() => {
    const loaded = new Map(items.map((row) => [keyOf(row), row]));
    return [...rows].map(([key, row]) => loaded.get(key) ?? row);
  }, [rows, items, keyOf]);
  return { rows: shown, grid, clear: () => select(new Map()) };
}
