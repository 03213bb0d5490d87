"use client";

import { useEffect, useRef, useState } from "react";

type Rows<Row> = { rowCount: number; rowAt: (index: number) => Row | undefined; keyOf: (row: Row) => string };

/** More than these at once are another list, not arrivals. */
const arrivedMax = 20;
const shownMs = 2_000;
const nothing: ReadonlySet<string> = new Set();

/** The keys of rows that came in above the first one, for two seconds. `onArrived` receives their number. */
export function useArrivedRows<Row>(rows: Rows<Row>, onArrived: (count: number) => void): ReadonlySet<string> {
  const { rowAt, keyOf } = rows;
  const first = rowAt(0);
  const firstKey = first && keyOf(first);
  const before = useRef(firstKey);
  const [arrived, setArrived] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows came in above exactly when another one is first
  useEffect(() => {
    const known = before.current;
    before.current = firstKey;
    const keys = toArrived(rows, known);
    if (keys.length === 0) return setArrived(nothing);
    setArrived(new Set(keys));
    onArrived(keys.length);
    const timer = setTimeout(() => setArrived(nothing), shownMs);
    return () => clearTimeout(timer);
  }, [firstKey]);
  return arrived;
}

/** The keys of the rows above the one that was first before; none when this one is gone or too far down. */
export function toArrived<Row>({ rowCount, rowAt, keyOf }: Rows<Row>, known: string | undefined): string[] {
  const keys: string[] = [];
  for (let index = 0; index < Math.min(rowCount, arrivedMax + 1); index++) {
    const row = rowAt(index);
    if (row === undefined) return [];
    const key = keyOf(row);
    if (key === known) return keys;
    keys.push(key);
  }
  return [];
}
