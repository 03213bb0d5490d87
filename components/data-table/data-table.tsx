"use client";

import { useTranslations } from "next-intl";
import { type CSSProperties, useEffect, useEffectEvent, useId, useMemo, useRef } from "react";
import { announce } from "#components/ui/announced.tsx";
import { useIsPrinting } from "#components/ui/use-is-printing.ts";
import { AnnouncedCount } from "./announced-count.tsx";
import { boxWidthPx, type Column, sumWidths, toRem, toTracks } from "./columns.ts";
import { GridBody } from "./grid-body.tsx";
import { GridEnd, type More } from "./grid-end.tsx";
import { headingHeightPx } from "./grid-sizes.ts";
import { toNarrowPlaces } from "./narrow-places.ts";
import { PrintedRows } from "./printed-rows.tsx";
import { toRowCount } from "./row-count.ts";
import { RowsAbove } from "./rows-above.tsx";
import { useArrivedRows } from "./use-arrived-rows.ts";
import { useFittingColumns } from "./use-fitting-columns.ts";
import { useListKeys } from "./use-list-keys.ts";
import { type GridSelection, useRowGrid } from "./use-row-grid.ts";
import { type RowWindow, useRowWindow } from "./use-row-window.ts";

/** Rows of which only some are loaded. */
export type PagedRows<Row> = {
  rowCount: number;
  /** Undefined while loading. */
  rowAt: (index: number) => Row | undefined;
  onShown: (first: number, last: number) => void;
  isLoadingMore: boolean;
  /** The rows to print. */
  loadedRows: () => readonly Row[];
};

export type DataTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | PagedRows<Row>;
  keyOf: (row: Row) => string;
  /** The link that a click or Enter opens. */
  hrefOf?: (row: Row) => string | undefined;
  /** The text that `c` copies. */
  copyOf?: (row: Row) => string;
  selection?: GridSelection<Row> | undefined;
  more?: More;
  /** Called with the number of rows that came in above the others, instead of announcing it. */
  onArrived?: ((count: number) => void) | undefined;
  /** Of all rows of the list, loaded or not; null while it is counted. Left out where it is not known. */
  total?: number | null | undefined;
};

/** The next page is fetched when fewer rows than this are left below the viewport. */
const aheadRows = 20;
const bordersPx = 2;
const noMore: More = { hasMore: false, isLoading: false, onMore: () => {} };

/**
 * Every list of the application. With two-line rows for narrow screens (`Column.narrow`) all rows have equal height and
 * only rows in the viewport are rendered; otherwise each row is as high as its content.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, keyOf, hrefOf, copyOf, selection, total } = props;
  const rows = useMemo(() => toPagedRows(props.rows), [props.rows]);
  const { rowCount, rowAt } = rows;
  const more = props.more ?? { ...noMore, isLoading: rows.isLoadingMore };
  const id = useId();
  const t = useTranslations("table");
  const scroller = useRef<HTMLDivElement>(null);
  const places = useMemo(() => toNarrowPlaces(props.columns), [props.columns]);
  const isFlowing = places === undefined;
  const hasBoxes = selection !== undefined;
  const columns = useFittingColumns(scroller, props.columns, { hasBoxes, isOff: isFlowing });
  const shown = useRowWindow(scroller, isFlowing ? rowCount : undefined);
  const gridRows = { rowCount, rowAt, keyOf, hrefOf, copyOf, selection };
  const { tabStop, select, copy, rowsAbove, onPageKey, ...listeners } = useRowGrid(gridRows, { scroller, shown, isFlowing });
  useListKeys(scroller, onPageKey);
  useShownRows(rows, { shown, more, isFlowing });
  const isPrinting = useIsPrinting();
  const arrived = useArrivedRows(gridRows, props.onArrived ?? ((count) => announce(t("newAbove", { count }))));
  const body = { id, columns, places, shown, tabStop, arrived };
  const endRows = more.hasMore || more.isLoading ? 1 : 0;
  return (
    <>
      {isFlowing ? null : <RowsAbove {...rowsAbove} />}
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-multiselectable={hasBoxes ? true : undefined}
        {...listeners}
        style={toStyle(columns, { hasBoxes, rowsPx: isFlowing ? undefined : (rowCount + endRows) * shown.rowHeightPx })}
        data-row-height={isFlowing ? undefined : shown.rowHeightPx}
        className="data-table narrow-rows scroll-mt-(--header-height) scroll-mb-4 overflow-auto rounded-md border border-border outline-none print:hidden"
      >
        <div role="presentation" className={isFlowing ? "flow-rows" : "contents"}>
          <GridBody {...body} rows={gridRows} onSelect={select} onCopy={copy} />
          <GridEnd {...more} />
        </div>
      </div>
      <AnnouncedCount list={label} {...toRowCount({ loaded: rowCount, hasMore: more.hasMore, total })} />
      {isPrinting ? <PrintedRows label={label} columns={props.columns} rows={rows.loadedRows()} keyOf={keyOf} /> : null}
    </>
  );
}

type Shown = { shown: RowWindow; more: More; isFlowing: boolean };

/** Reports which rows are in the viewport, and fetches more when few are left below them. */
function useShownRows<Row>({ rowCount, onShown }: PagedRows<Row>, { shown: { first, size }, more, isFlowing }: Shown): void {
  const showRows = useEffectEvent((): void => {
    onShown(first, first + size - 1);
    if (!isFlowing && more.hasMore && !more.isLoading && first + size > rowCount - aheadRows) more.onMore();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: report again whenever more rows may be needed
  useEffect(() => showRows(), [first, size, rowCount, more.isLoading]);
}

function toPagedRows<Row>(rows: readonly Row[] | PagedRows<Row>): PagedRows<Row> {
  if ("rowAt" in rows) return rows;
  return {
    rowCount: rows.length,
    rowAt: (index) => rows[index],
    onShown: () => {},
    isLoadingMore: false,
    loadedRows: () => rows,
  };
}

type Size = {
  hasBoxes: boolean;
  /** Undefined: row heights vary. */
  rowsPx: number | undefined;
};

function toStyle<Row>(columns: readonly Column<Row>[], { hasBoxes, rowsPx }: Size) {
  if (rowsPx === undefined) return { "--grid-columns": `repeat(${columns.length}, auto)` } as CSSProperties;
  const boxPx = hasBoxes ? boxWidthPx : 0;
  const height = headingHeightPx + rowsPx + bordersPx;
  return {
    height,
    minHeight: `min(14rem, ${height}px)`,
    "--grid-columns": [...(hasBoxes ? [toRem(boxPx)] : []), ...toTracks(columns)].join(" "),
    "--grid-width": toRem(sumWidths(columns) + boxPx),
  } as CSSProperties;
}
