import type { DecimalSign } from "./read-amount.ts";
import type { DayOrder } from "./read-day.ts";

/** A line of a shop's file with its number there. */
export type FileLine = { line: number; cells: readonly string[] };

export type Columns = { orderId: number | null; amount: number | null; currency: number | null; day: number | null };

export type Confirmed = {
  hasHeadings: boolean;
  columns: Columns;
  /** Of every order, where no column has it. */
  currency: string;
  decimal: DecimalSign | null;
  dayOrder: DayOrder | null;
};
