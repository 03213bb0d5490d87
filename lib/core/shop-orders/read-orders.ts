import { isCurrency } from "../currency.ts";
import type { Confirmed, FileLine } from "./order-file.ts";
import type { OrderProblem } from "./order-problem.ts";
import { readAmount } from "./read-amount.ts";
import { readDay } from "./read-day.ts";

export type ReadOrder = { orderId: string; amountMinor: number; currency: string; day: string };
export type LineProblem = OrderProblem & { line: number };
/** `problems`: the first hundred of `problemCount` lines that are no order. */
export type ReadOrders = { orders: ReadOrder[]; problems: LineProblem[]; problemCount: number };

const listedMax = 100;
const idMax = 255;

/** The orders of a file's lines; each other line is a problem that says how to mend it. Takes linear time. */
export function readOrders(lines: readonly FileLine[], confirmed: Confirmed, lastDay: string): ReadOrders {
  const result: ReadOrders = { orders: [], problems: [], problemCount: 0 };
  const lineOf = new Map<string, number>();
  for (const { line, cells } of lines.slice(confirmed.hasHeadings ? 1 : 0)) {
    const read = readLine(cells, confirmed, lastDay);
    const otherLine = "order" in read ? lineOf.get(read.order.orderId) : undefined;
    const problem: OrderProblem | undefined =
      "problem" in read
        ? read.problem
        : otherLine === undefined
          ? undefined
          : { reason: "order_repeated", value: read.order.orderId, otherLine };
    if (problem) {
      result.problemCount += 1;
      if (result.problems.length < listedMax) result.problems.push({ ...problem, line });
    } else if ("order" in read) {
      lineOf.set(read.order.orderId, line);
      result.orders.push(read.order);
    }
  }
  return result;
}

function readLine(
  cells: readonly string[],
  { columns, ...confirmed }: Confirmed,
  lastDay: string,
): { order: ReadOrder } | { problem: OrderProblem } {
  const cellOf = (column: number | null) => (column === null ? "" : (cells[column] ?? "").trim());
  const orderId = cellOf(columns.orderId);
  if (orderId === "") return { problem: { reason: "order_missing" } };
  if (orderId.length > idMax) return { problem: { reason: "order_long" } };
  const written = columns.currency === null ? confirmed.currency : cellOf(columns.currency);
  const currency = written.toUpperCase();
  if (currency === "") return { problem: { reason: "currency_missing" } };
  if (!isCurrency(currency)) return { problem: { reason: "currency_unknown", value: written } };
  const amount = readAmount(cellOf(columns.amount), { currency, decimal: confirmed.decimal });
  if ("problem" in amount) return amount;
  const day = readDay(cellOf(columns.day), { dayOrder: confirmed.dayOrder, lastDay });
  if ("problem" in day) return day;
  return { order: { orderId, amountMinor: amount.amountMinor, currency, day: day.day } };
}
