import { expect, test } from "vitest";
import { type Column, columnsThatFit } from "./columns.ts";

const column = (key: string, minPx: number, dropOrder?: number): Column<string> => ({
  key,
  label: key,
  minPx,
  cell: (row) => row,
  ...(dropOrder === undefined ? {} : { dropOrder }),
});
const columns = [column("time", 160), column("card", 60, 2), column("amount", 120), column("terminal", 80, 1)];
const keysAt = (widthPx: number) => columnsThatFit(columns, widthPx).map(({ key }) => key);

test("columns go one by one, the highest number first, until the others fit", () => {
  expect(keysAt(420)).toEqual(["time", "card", "amount", "terminal"]);
  expect(keysAt(419)).toEqual(["time", "amount", "terminal"]);
  expect(keysAt(359)).toEqual(["time", "amount"]);
});

test("columns without a number stay, however narrow the table is", () => {
  expect(keysAt(10)).toEqual(["time", "amount"]);
});
