import type { ReactNode } from "react";
import type { NarrowPlace } from "./narrow-places.ts";

export type Column<Row> = {
  key: string;
  label: string;
  /**
   * With two-line rows, elements are kept for the row that comes to their place: one with state, such as a button that sends, has
   * the row's key.
   */
  cell: (row: Row) => ReactNode;
  isEnd?: boolean;
  className?: string;
  /** Its position in a two-line row. A table none of whose columns has one shows cards on narrow screens. */
  narrow?: NarrowPlace;
  /** Minimum width in a table of two-line rows; it grows with the table unless `isFixed`. */
  minPx?: number;
  isFixed?: boolean;
  /** When not all columns fit, the highest number is dropped first; a column without one stays. */
  dropOrder?: number;
  /** Words that may take two lines of a row, so that none is cut off. */
  wraps?: boolean;
  /** Its content is the row's link. */
  isLink?: boolean;
};

const usualMinPx = 120;
export const boxWidthPx = 40;

/** As many columns as fit the width; all of them when none may be dropped. */
export function columnsThatFit<Row>(columns: readonly Column<Row>[], widthPx: number): readonly Column<Row>[] {
  const droppable = columns.filter(({ dropOrder = 0 }) => dropOrder > 0);
  droppable.sort((a, b) => (b.dropOrder ?? 0) - (a.dropOrder ?? 0));
  const gone = new Set<Column<Row>>();
  for (const column of droppable) {
    if (sumWidths(columns.filter((item) => !gone.has(item))) <= widthPx) break;
    gone.add(column);
  }
  return gone.size === 0 ? columns : columns.filter((column) => !gone.has(column));
}

export function sumWidths<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, { minPx = usualMinPx }) => sum + minPx, 0);
}

/** The grid tracks of these columns. They scale with the font size, so that larger text is not cut off. */
export function toTracks<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.map(({ minPx = usualMinPx, isFixed }) => (isFixed ? toRem(minPx) : `minmax(${toRem(minPx)}, 1fr)`));
}

export function toRem(px: number): string {
  return `${px / 16}rem`;
}
