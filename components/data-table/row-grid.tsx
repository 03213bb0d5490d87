"use client";

import { Spinner } from "@heroui/react";
import { useTranslations } from "next-intl";
import { type CSSProperties, useEffect, useEffectEvent, useId, useMemo, useRef } from "react";
import { Announced } from "#components/ui/announced.tsx";
import { useIsPrinting } from "#components/ui/use-is-printing.ts";
import { GridHeadings } from "./grid-headings.tsx";
import { type GridColumn, GridRow } from "./grid-row.tsx";
import { boxWidthPx, headingHeightPx } from "./grid-sizes.ts";
import { toNarrowPlaces } from "./narrow-places.ts";
import { PrintedRows } from "./printed-rows.tsx";
import { toSlots } from "./row-slots.ts";
import { RowsAbove } from "./rows-above.tsx";
import { type GridRows, useRowGrid } from "./use-row-grid.ts";
import { useRowWindow } from "./use-row-window.ts";

type Props<Row> = GridRows<Row> & {
  label: string;
  columns: readonly GridColumn<Row>[];
  onShown?: (first: number, last: number) => void;
  isLoadingMore?: boolean;
  /** What goes to paper; without it the rows that `rowAt` knows. */
  loadedRows?: () => readonly Row[];
};

/** A table of any length: only the rows in view exist in the page, and one of them is current for the keyboard. */
export function RowGrid<Row>({ label, columns, onShown, isLoadingMore = false, loadedRows, ...rows }: Props<Row>) {
  const t = useTranslations("table");
  const { rowCount, rowAt, keyOf, hrefOf, selection } = rows;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const places = useMemo(() => toNarrowPlaces(columns), [columns]);
  const shown = useRowWindow(scroller);
  const { first, size, rowHeightPx } = shown;
  const grid = useRowGrid(rows, { scroller, shown });
  // Whatever it answers, a promise too, is no way to undo the effect.
  const tellShown = useEffectEvent((): void => {
    onShown?.(first, first + size - 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again whenever more rows could be wanted
  useEffect(() => tellShown(), [first, size, rowCount, isLoadingMore]);
  const slots = toSlots({ first, size, rowCount });
  const idOf = (index: number) => `${id}-${index % size}`;
  const heightPx = rowCount * rowHeightPx;
  const isPrinting = useIsPrinting();
  return (
    <>
      <RowsAbove {...grid.rowsAbove} />
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
        style={toStyle(columns, { hasBoxes: selection !== undefined, heightPx: heightPx + (isLoadingMore ? rowHeightPx : 0) })}
        data-row-height={rowHeightPx}
        className="narrow-rows scroll-mt-(--header-height) scroll-mb-4 overflow-auto rounded-md border border-border outline-none print:hidden"
      >
        <GridHeadings columns={columns} places={places} selection={selection} />
        <div
          role="rowgroup"
          aria-owns={slots
            .toSorted((one, other) => one - other)
            .map(idOf)
            .join(" ")}
          className={`relative min-w-(--grid-width) ${places ? "narrow-list" : ""}`}
          style={{ height: heightPx }}
        >
          {slots.map((index) => {
            const row = rowAt(index);
            return (
              <GridRow
                key={index % size}
                id={idOf(index)}
                row={row}
                rowKey={row === undefined ? undefined : keyOf(row)}
                href={row === undefined ? undefined : hrefOf(row)}
                index={index}
                heightPx={rowHeightPx}
                columns={columns}
                places={places}
                isCurrent={index === grid.tabStop}
                isSelected={selection && row !== undefined ? selection.has(row) : selection && false}
                onSelect={grid.select}
              />
            );
          })}
        </div>
        {/* Always there: a new last child has every row below its parent matched against the style sheet again. */}
        <div className={isLoadingMore ? "flex h-10 items-center justify-center" : "hidden"}>
          {isLoadingMore ? <Spinner size="sm" aria-label={t("loadingMore")} /> : null}
        </div>
      </div>
      <Announced text={`${label}: ${rowCount}`} />
      {isPrinting ? <PrintedRows label={label} columns={columns} rows={loadedRows?.() ?? knownRows(rows)} keyOf={keyOf} /> : null}
    </>
  );
}

function knownRows<Row>({ rowCount, rowAt }: GridRows<Row>): Row[] {
  return Array.from({ length: rowCount }, (_, index) => rowAt(index)).filter((row) => row !== undefined);
}

function toStyle<Row>(columns: readonly GridColumn<Row>[], { hasBoxes, heightPx }: { hasBoxes: boolean; heightPx: number }) {
  const tracks = columns.map(({ minPx, isFixed }) => (isFixed ? toRem(minPx) : `minmax(${toRem(minPx)}, 1fr)`));
  const widthPx = columns.reduce((sum, { minPx }) => sum + minPx, hasBoxes ? boxWidthPx : 0);
  return {
    height: `min(60dvh, ${headingHeightPx + heightPx + 20}px)`,
    "--grid-columns": [...(hasBoxes ? [toRem(boxWidthPx)] : []), ...tracks].join(" "),
    "--grid-width": toRem(widthPx),
  } as CSSProperties;
}

/** Columns grow with the type, so that larger type is not cut off. */
function toRem(px: number): string {
  return `${px / 16}rem`;
}
