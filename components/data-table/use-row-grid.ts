"use client";

import { useRouter } from "next/navigation";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { isShortcut, shortcuts } from "#components/shortcuts/shortcuts.ts";
import type { SelectedPart } from "./row-checkbox.tsx";
import { toMove } from "./row-moves.ts";
import { scrollToRow, useKeptRows } from "./use-kept-rows.ts";
import type { useRowWindow } from "./use-row-window.ts";
import { useRowsAbove } from "./use-rows-above.ts";

export type GridRows<Row> = {
  rowCount: number;
  /** Undefined while it is on its way. */
  rowAt: (index: number) => Row | undefined;
  keyOf: (row: Row) => string;
  hrefOf: (row: Row) => string | undefined;
  copyOf: (row: Row) => string;
  selection?: GridSelection<Row> | undefined;
};

export type GridSelection<Row> = {
  has: (row: Row) => boolean;
  part: SelectedPart;
  onSelect: (rows: readonly Row[], isSelected: boolean) => void;
  /** All that match, or none. */
  onSelectAll: () => void;
};

type Place = { scroller: RefObject<HTMLDivElement | null>; shown: ReturnType<typeof useRowWindow> };

/** The current row of a table and what can be done with it, by keyboard and by pointer. */
export function useRowGrid<Row>(rows: GridRows<Row>, { scroller, shown }: Place) {
  const router = useRouter();
  const [wanted, setWanted] = useState(0);
  const current = Math.min(wanted, Math.max(0, rows.rowCount - 1));
  const isThere = current >= shown.first && current < shown.first + shown.size;
  const range = useRangeSelect(rows, current);
  const above = useRowsAbove({ scroller, rowHeightPx: shown.rowHeightPx });

  const keyAt = (index: number) => {
    const row = rows.rowAt(index);
    return row && rows.keyOf(row);
  };
  useKeptRows({ rowCount: rows.rowCount, keyAt }, { scroller, shown, current }, ({ byRows, hasFocus }) => {
    // Nobody was in a list whose first row is current: Tab leads to the first one still.
    if (hasFocus || current > 0) setWanted(current + byRows);
    range.shift(byRows);
    above.add(byRows);
  });

  // Another row takes the place of the one that had the focus: the table keeps it, and the next key leads back.
  useLayoutEffect(() => {
    const hasFocus = scroller.current?.contains(document.activeElement) && document.activeElement !== scroller.current;
    if (!isThere && hasFocus) scroller.current?.focus({ preventScroll: true });
  }, [isThere, scroller]);

  // Rows of another height, or more of them, put each in another place: the focus goes along and stays in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then, or it would take the focus from where it was put
  useLayoutEffect(() => {
    const element = scroller.current;
    const focused = document.activeElement?.closest("[data-index]");
    if (!isThere || !element || !focused || !element.contains(focused)) return;
    scrollToRow(element, { index: current, rowHeightPx: shown.rowHeightPx });
    element.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  }, [shown.size, shown.rowHeightPx]);

  function moveTo(index: number) {
    const element = scroller.current;
    if (!element) return;
    scrollToRow(element, { index, rowHeightPx: shown.rowHeightPx });
    flushSync(() => {
      setWanted(index);
      shown.measure();
    });
    element.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
    // The table may stand half below the window's edge, and the row with it.
    element.scrollIntoView({ block: "nearest" });
  }

  function open(index: number, isAside: boolean) {
    const row = rows.rowAt(index);
    const href = row && rows.hrefOf(row);
    if (href === undefined) return;
    if (isAside) window.open(href);
    else router.push(href);
  }

  const acts: Record<string, (() => void) | undefined> = {
    [shortcuts.open.key]: () => open(current, false),
    [shortcuts.select.key]: rows.selection && (() => range.select(current, false)),
    [shortcuts.copy.key]: () => {
      const row = rows.rowAt(current);
      if (row) void navigator.clipboard?.writeText(rows.copyOf(row));
    },
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isOnRow = (event.target as HTMLElement).closest("[data-index]") !== null;
    if (rows.selection && isShortcut(event, "selectAll")) {
      event.preventDefault();
      return rows.selection.onSelectAll();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = toMove(event.key, { current, rowCount: rows.rowCount, rowsInView: shown.inView });
    const act = isOnRow ? acts[event.key] : undefined;
    if (target === undefined && act === undefined) return;
    event.preventDefault();
    if (target === undefined) return act?.();
    if (event.shiftKey && rows.selection) range.select(target, true);
    moveTo(isOnRow ? target : current);
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    const row = target.closest("[data-index]");
    const isAside = event.ctrlKey || event.metaKey;
    if (!row || target.closest("label") || (target.closest("a") && isAside)) return;
    event.preventDefault();
    const index = Number(row.getAttribute("data-index"));
    if (event.shiftKey && rows.selection) return range.select(index, true);
    if (getSelection()?.isCollapsed === false) return;
    setWanted(index);
    open(index, isAside);
  }

  /** Focus that came from elsewhere, as when a list is found again as it was left. */
  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const index = target.closest("[data-index]")?.getAttribute("data-index");
    if (index) setWanted(Number(index));
  }

  return {
    tabStop: isThere ? current : shown.first,
    select: range.select,
    rowsAbove: { count: above.count, onShow: () => moveTo(0) },
    onKeyDown,
    onClick,
    onFocus,
  };
}

/** One row in or out; with a range, all from the last one chosen to this one are in. */
function useRangeSelect<Row>({ rowAt, selection }: GridRows<Row>, current: number) {
  const anchor = useRef<number>(undefined);
  const latest = useRef({ rowAt, selection, current });
  latest.current = { rowAt, selection, current };
  const select = useCallback((index: number, isRange: boolean) => {
    const { rowAt, selection, current } = latest.current;
    const start = anchor.current ?? current;
    if (!isRange) anchor.current = index;
    const from = isRange ? Math.min(start, index) : index;
    const count = isRange ? Math.abs(start - index) + 1 : 1;
    const rows = Array.from({ length: count }, (_, at) => rowAt(from + at));
    const chosen = rows.filter((row) => row !== undefined);
    const [first] = chosen;
    if (selection && first !== undefined && chosen.length === count) selection.onSelect(chosen, isRange || !selection.has(first));
  }, []);
  return {
    select,
    shift: (byRows: number) => {
      if (anchor.current !== undefined) anchor.current += byRows;
    },
  };
}
