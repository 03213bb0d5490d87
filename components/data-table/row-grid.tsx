"use client";

import { Spinner } from "@heroui/react";
import { type CSSProperties, useEffect, useEffectEvent, useRef } from "react";
import { GridHeadings } from "./grid-headings.tsx";
import { type GridColumn, GridRow } from "./grid-row.tsx";
import { boxWidthPx, headingHeightPx, rowHeightPx } from "./grid-sizes.ts";
import { type GridRows, useRowGrid } from "./use-row-grid.ts";
import { useRowWindow } from "./use-row-window.ts";

type Props<Row> = GridRows<Row> & {
  label: string;
  columns: readonly GridColumn<Row>[];
  keyOf: (row: Row) => string;
  onShown?: (first: number, last: number) => void;
  isLoadingMore?: boolean;
};

/** A table of any length: only the rows in view exist in the page, and one of them is current for the keyboard. */
export function RowGrid<Row>({ label, columns, keyOf, onShown, isLoadingMore = false, ...rows }: Props<Row>) {
  const { rowCount, rowAt, hrefOf, selection } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last, inView } = useRowWindow(scroller);
  const grid = useRowGrid(rows, { scroller, rowsInView: inView });
  const { current } = grid;
  const tellShown = useEffectEvent(() => {
    onShown?.(first, last);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again whenever more rows could be wanted
  useEffect(() => tellShown(), [first, last, rowCount, isLoadingMore]);
  const heightPx = (rowCount + (isLoadingMore ? 1 : 0)) * rowHeightPx;
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-multiselectable={selection ? true : undefined}
      onKeyDown={grid.onKeyDown}
      onClick={grid.onClick}
      onFocus={grid.onFocus}
      style={toStyle(columns, { hasBoxes: selection !== undefined, heightPx })}
      className="overflow-auto rounded-md border border-border outline-none"
    >
      <GridHeadings columns={columns} selection={selection} />
      <div role="rowgroup" className="relative min-w-(--grid-width)" style={{ height: heightPx }}>
        {toIndexes({ first, last, current, rowCount }).map((index) => {
          const row = rowAt(index);
          return (
            <GridRow
              key={index}
              row={row}
              rowKey={row === undefined ? undefined : keyOf(row)}
              href={row === undefined ? undefined : hrefOf(row)}
              index={index}
              columns={columns}
              isCurrent={index === current}
              isSelected={selection && row !== undefined ? selection.has(row) : selection && false}
              onSelect={grid.select}
            />
          );
        })}
        {isLoadingMore ? (
          <div className="absolute bottom-0 left-0 flex h-10 w-full items-center justify-center">
            <Spinner size="sm" aria-label="Loading more rows" />
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Those in view, and the current one wherever it is: it holds the focus. In the order of the rows. */
function toIndexes({ first, last, current, rowCount }: { first: number; last: number; current: number; rowCount: number }) {
  const indexes: number[] = [];
  for (let index = first; index <= Math.min(last, rowCount - 1); index++) indexes.push(index);
  if (current >= rowCount || (current >= first && current <= last)) return indexes;
  return current < first ? [current, ...indexes] : [...indexes, current];
}

function toStyle<Row>(columns: readonly GridColumn<Row>[], { hasBoxes, heightPx }: { hasBoxes: boolean; heightPx: number }) {
  const tracks = columns.map(({ minPx, isFixed }) => (isFixed ? `${minPx}px` : `minmax(${minPx}px, 1fr)`));
  const widthPx = columns.reduce((sum, { minPx }) => sum + minPx, hasBoxes ? boxWidthPx : 0);
  return {
    height: `min(60dvh, ${headingHeightPx + heightPx + 20}px)`,
    "--grid-columns": [...(hasBoxes ? [`${boxWidthPx}px`] : []), ...tracks].join(" "),
    "--grid-width": `${widthPx}px`,
  } as CSSProperties;
}
