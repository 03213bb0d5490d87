import type { CSSProperties } from "react";
import type { Column } from "./columns.ts";
import { GridHeadings } from "./grid-headings.tsx";
import { GridRow } from "./grid-row.tsx";
import type { NarrowPlace } from "./narrow-places.ts";
import { toSlots } from "./row-slots.ts";
import type { GridRows } from "./use-row-grid.ts";
import type { RowWindow } from "./use-row-window.ts";

type Props<Row> = {
  id: string;
  rows: GridRows<Row>;
  columns: readonly Column<Row>[];
  /** Undefined: row heights vary, and all rows are rendered. */
  places: ReadonlyMap<string, NarrowPlace> | undefined;
  shown: RowWindow;
  /** Keys of the rows that came in a moment ago. */
  arrived: ReadonlySet<string>;
  /** The row that is the table's tab stop. */
  tabStop: number;
  onSelect: (index: number, isRange: boolean) => void;
  onCopy: (index: number) => void;
};

/** Headings, and the rendered rows. */
export function GridBody<Row>({ id, rows, columns, places, shown, arrived, tabStop, onSelect, onCopy }: Props<Row>) {
  const { rowCount, rowAt, keyOf, hrefOf, copyOf, selection } = rows;
  const { size } = shown;
  const slots = toSlots({ ...shown, rowCount });
  const idOf = (index: number) => `${id}-${index % size}`;
  const inOrder = slots.toSorted((a, b) => a - b).map(idOf);
  const body = places
    ? {
        "aria-owns": inOrder.join(" "),
        className: "row-list narrow-list relative min-w-(--grid-width)",
        style: { "--rows": rowCount } as CSSProperties,
      }
    : { className: "flow-group" };
  return (
    <>
      <GridHeadings columns={columns} places={places} selection={selection} />
      <div role="rowgroup" {...body}>
        {slots.map((index) => {
          const row = rowAt(index);
          const rowKey = row === undefined ? undefined : keyOf(row);
          return (
            <GridRow
              key={places ? index % size : rowKey}
              id={idOf(index)}
              row={row}
              rowKey={rowKey}
              href={row === undefined ? undefined : hrefOf?.(row)}
              index={index}
              columns={columns}
              places={places}
              isCurrent={index === tabStop}
              isSelected={selection && row !== undefined ? selection.has(row) : selection && false}
              isNew={rowKey !== undefined && arrived.has(rowKey)}
              onSelect={onSelect}
              copyText={row === undefined ? undefined : copyOf?.(row)}
              onCopy={onCopy}
            />
          );
        })}
      </div>
    </>
  );
}
