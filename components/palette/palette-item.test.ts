import { expect, test } from "vitest";
import { matchItems, type PaletteItem } from "./palette-item.ts";

const item = (label: string, words = ""): PaletteItem => ({ id: label, group: "pages", label, words });
const items = [
  item("Transactions", "All merchants"),
  item("Transactions", "Corner Cafe"),
  item("Corner Cafe"),
  item("Pensiunea Râul Lin"),
  item("Книги Онлайн"),
];
const labels = (text: string) => matchItems(items, text).map(({ label, words }) => `${label} ${words}`.trim());

test("every typed word begins a word, in any order, whatever its case and accents", () => {
  expect(labels("corner tr")).toEqual(["Transactions Corner Cafe"]);
  expect(labels("TRANS")).toEqual(["Transactions All merchants", "Transactions Corner Cafe"]);
  expect(labels("raul")).toEqual(["Pensiunea Râul Lin"]);
  expect(labels("онл")).toEqual(["Книги Онлайн"]);
  expect(labels("ransactions")).toEqual([]);
});

test("what begins with it stands before what only has it", () => {
  expect(labels("corner")).toEqual(["Corner Cafe", "Transactions Corner Cafe"]);
});

test("nothing typed leaves everything", () => {
  expect(labels("  ")).toHaveLength(items.length);
});
