import { expect, test } from "vitest";
import type { Transaction } from "#lib/contract/transaction.ts";
import { hasRow, type RowSelection, toSelectionInput, withRows } from "./use-row-selection.ts";

const row = (id: string) => ({ merchant: "cafe", id }) as Transaction;
const none: RowSelection = { kind: "rows", rows: new Map() };
const filter = { currency: "EUR" };

test("rows are selected and deselected individually, even while not loaded", () => {
  const both = withRows(none, [row("1"), row("a/2")], true);
  expect(toSelectionInput(both, filter)).toEqual({
    kind: "rows",
    rows: [
      { merchant: "cafe", id: "1" },
      { merchant: "cafe", id: "a/2" },
    ],
  });
  const one = withRows(both, [row("1")], false);
  expect([hasRow(one, row("1")), hasRow(one, row("a/2"))]).toEqual([false, true]);
});

test("all that match stay all that match, but those taken out", () => {
  const all: RowSelection = { kind: "matching", except: new Set() };
  const but = withRows(all, [row("1")], false);
  expect([hasRow(but, row("1")), hasRow(but, row("never seen"))]).toEqual([false, true]);
  expect(toSelectionInput(but, filter)).toEqual({ kind: "matching", filter, except: [{ merchant: "cafe", id: "1" }] });
  expect(toSelectionInput(withRows(but, [row("1")], true), filter)).toEqual({ kind: "matching", filter, except: [] });
});

test("nothing selected means all that match", () => {
  expect(toSelectionInput(none, filter)).toEqual({ kind: "matching", filter, except: [] });
});
