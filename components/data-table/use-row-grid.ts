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
import { isShortcut, keyOf, type PressedKey, shortcuts } from "#components/shortcuts/shortcuts.ts";
import type { SelectedPart } from "./row-checkbox.tsx";
import { toMove } from "./row-moves.ts";
import { useCopyRow } from "./use-copy-row.ts";
import { scrollToRow, useKeptPosition } from "./use-kept-position.ts";
import type { useRowWindow } from "./use-row-window.ts";
import { useRowsAbove } from "./use-rows-above.ts";

export type GridRows<Row> = {
  rowCount: number;
  /** Undefined while loading. */
  rowAt: (index: number) => Row | undefined;
  keyOf: (row: Row) => string;
  hrefOf: ((row: Row) => string | undefined) | undefined;
  copyOf: ((row: Row) => string) | undefined;
  selection: GridSelection<Row> | undefined;
};

export type GridSelection<Row> = {
  has: (row: Row) => boolean;
  part: SelectedPart;
  onSelect: (rows: readonly Row[], isSelected: boolean) => void;
  /** "Select all" takes also rows that are not loaded. */
  isWhole?: boolean;
  /** Selects all that match or are loaded, or none. */
  onSelectAll: () => void;
};

type Place = { scroller: RefObject<HTMLDivElement | null>; shown: ReturnType<typeof useRowWindow>; isFlowing: boolean };

/** The current row of a table and its actions, by keyboard and by pointer. */
export function useRowGrid<Row>(rows: GridRows<Row>, { scroller, shown, isFlowing }: Place) {
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
  useKeptPosition({ rowCount: rows.rowCount, keyAt }, { scroller, shown, current, isFlowing }, ({ byRows, hasFocus }) => {
    // If focus is outside the grid, keep the first row as the tab stop.
    if (hasFocus || current > 0) setWanted(current + byRows);
    range.shift(byRows);
    above.add(byRows);
  });

  // Another row replaced the focused one: focus the table, so that the next key continues from there.
  useLayoutEffect(() => {
    const hasFocus = scroller.current?.contains(document.activeElement) && document.activeElement !== scroller.current;
    if (!isThere && hasFocus) scroller.current?.focus({ preventScroll: true });
  }, [isThere, scroller]);

  // When row heights or the rows themselves change, the focused row stays focused and in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on these changes, or it would move a focus that was set elsewhere
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
    if (!isFlowing) scrollToRow(element, { index, rowHeightPx: shown.rowHeightPx });
    flushSync(() => {
      setWanted(index);
      shown.measure();
    });
    const row = element.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.focus({ preventScroll: true });
    if (isFlowing) return row?.scrollIntoView({ block: "nearest" });
    // The row may be below the window's edge together with the lower part of the table.
    element.scrollIntoView({ block: "nearest" });
  }

  function hrefAt(index: number): string | undefined {
    const row = rows.rowAt(index);
    return row && rows.hrefOf?.(row);
  }

  function open(index: number, isNewTab: boolean) {
    const href = hrefAt(index);
    if (href === undefined) return;
    if (isNewTab) window.open(href);
    else router.push(href);
  }

  /** The page of the row clicked last: the second click of two may be on another row, since the drawer has moved them. */
  const clicked = useRef<string>(undefined);
  const copy = useCopyRow(rows);
  const acts: Record<string, (() => void) | undefined> = {
    [shortcuts.open.key]: rows.hrefOf && (() => open(current, false)),
    [shortcuts.select.key]: rows.selection && (() => range.select(current, false)),
    [shortcuts.copy.key]: rows.copyOf && (() => copy(current)),
  };

  /** Shows the row in the detail drawer around the table; false where there is none. */
  function preview(index: number): boolean {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.focus({ preventScroll: true });
    const key = { key: shortcuts.preview.key, bubbles: true, cancelable: true };
    return row ? !row.dispatchEvent(new globalThis.KeyboardEvent("keydown", key)) : false;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    // A menu or dialog opened from a row handles its own keys.
    if (!event.currentTarget.contains(target)) return;
    const row = target.closest<HTMLElement>("[data-index]");
    const isOnRow = row !== null;
    if (rows.selection && isShortcut(event, "selectAll")) {
      event.preventDefault();
      return rows.selection.onSelectAll();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (row && moveInRow(row, event.key)) return event.preventDefault();
    if (isOnRow && current === 0 && event.key === "ArrowUp" && focusHeading(event.currentTarget)) return event.preventDefault();
    const key = keyOf(event);
    const next = toMove(key, { current, rowCount: rows.rowCount, rowsInView: shown.inView });
    const action = isOnRow && !target.closest(controls) ? acts[key] : undefined;
    if (next === undefined && action === undefined) return;
    event.preventDefault();
    if (next === undefined) return action?.();
    if (event.shiftKey && rows.selection) range.select(next, true);
    moveTo(isOnRow ? next : current);
  }

  /** Handles a key while no element has the focus: arrows, `j` and `k` focus the current row, the others act on it. */
  function onPageKey(event: PressedKey & Pick<globalThis.KeyboardEvent, "preventDefault">) {
    if (event.ctrlKey || event.metaKey || event.altKey || rows.rowCount === 0) return;
    if (event.key === " " || isShortcut(event, "preview")) {
      if (preview(current)) event.preventDefault();
      return;
    }
    const isStep = isShortcut(event, "next") || isShortcut(event, "previous") || /^Arrow(Down|Up)$/.test(event.key);
    const action = acts[keyOf(event)];
    if (!isStep && action === undefined) return;
    event.preventDefault();
    moveTo(current);
    action?.();
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    const row = event.currentTarget.contains(target) ? target.closest("[data-index]") : null;
    const isNewTab = event.ctrlKey || event.metaKey;
    if (!row || target.closest(`label, ${controls}`) || (target.closest("a") && isNewTab)) return;
    event.preventDefault();
    if (event.detail > 1) return;
    const index = Number(row.getAttribute("data-index"));
    if (event.shiftKey && rows.selection) return range.select(index, true);
    if (getSelection()?.isCollapsed === false) return;
    setWanted(index);
    clicked.current = hrefAt(index);
    // On narrow screens the drawer covers half of the list.
    const hasPreview = rows.hrefOf === undefined || matchMedia("(width >= 64rem)").matches;
    if (isNewTab || !hasPreview || target.closest("a") || !preview(index)) open(index, isNewTab);
  }

  function onDoubleClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    if (event.currentTarget.contains(target) && !target.closest(`label, ${controls}, [role=columnheader]`) && clicked.current)
      router.push(clicked.current);
  }

  /** Focus that was set from outside, for example when a list is restored. */
  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const index = target.closest("[data-index]")?.getAttribute("data-index");
    if (index) setWanted(Number(index));
  }

  return {
    tabStop: isThere ? current : shown.first,
    select: range.select,
    rowsAbove: { count: above.count, onShow: () => moveTo(0) },
    onKeyDown,
    onPageKey,
    copy,
    onClick,
    onDoubleClick,
    onFocus,
  };
}

/** Interactive elements within a row. */
const controls = "button, a:not([data-row-link]), select";
/** Those that arrow keys reach; the others have a key of their own. */
const stopsInRow = "button:not([data-has-key]), a:not([data-row-link]), select";

/** Focuses the next or previous control of a row; false when there is none. */
function moveInRow(row: HTMLElement, key: string): boolean {
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const stops = [row, ...row.querySelectorAll<HTMLElement>(stopsInRow)];
  const stopIndex = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
  const next = step === 0 || stopIndex < 0 ? undefined : stops[stopIndex + step];
  next?.focus();
  return next !== undefined;
}

/** Focuses the box above the first row that selects all; false when there is none. */
function focusHeading(grid: HTMLElement): boolean {
  const box = grid.querySelector<HTMLElement>("[role=columnheader] input");
  box?.focus();
  return box !== null;
}

/** Selects or deselects one row; with a range, selects all rows since the one selected last. */
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
    const rows = Array.from({ length: count }, (_, position) => rowAt(from + position));
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
