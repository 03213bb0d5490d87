"use client";

import { useEffect, useRef, useState } from "react";

type Rows<Row> = { rowCount: number; rowAt: (index: number) => Row | undefined; keyOf: (row: Row) => string };

/** More than these at once are another list, not arrivals. */
const arrivedMax = 20;
const shownMs = 2_000;
const nothing: ReadonlySet<string> = new Set();

/** The keys of rows that came in above the first one, for two seconds. `onArrived` receives their number. */
export function useArrivedRows<Row>(rows: Rows<Row>, onArrived?: (count: number) => void): ReadonlySet<string> {
  const { rowCount, rowAt, keyOf } = rows;
  const first = rowAt(0);
  const firstKey = first && keyOf(first);
  const before = useRef(firstKey);
  const [arrived, setArrived] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows came in above exactly when another one is first
  useEffect(() => {
    const known = before.current;
    before.current = firstKey;
    const keys: string[] = [];
    for (let index = 0; index < Math.min(rowCount, arrivedMax + 1); index++) {
      const row = rowAt(index);
      if (row === undefined) return setArrived(nothing);
      const key = keyOf(row);
      if (key === known) break;
      keys.push(key);
    }
    const areArrivals = known !== undefined && keys.length > 0 && keys.length <= arrivedMax && keys.length < rowCount;
    if (!areArrivals) return setArrived(nothing);
    setArrived(new Set(keys));
    onArrived?.(keys.length);
    const timer = setTimeout(() => setArrived(nothing), shownMs);
    return () => clearTimeout(timer);
  }, [firstKey]);
  return arrived;
}
