import { expect, test } from "vitest";
import { withList } from "#components/ui/last-lists.tsx";
import { findListBefore } from "./back-to-list.ts";

const visit = (...lists: { path: string; search: string }[]) =>
  lists.reduce<string | null>((stored, list) => withList(stored, list), null);
const own = "/sandbox/cafe/transactions";

test("a record leads back to the list of all merchants that it was opened from, with its filters", () => {
  const stored = visit({ path: own, search: "" }, { path: "/sandbox/transactions", search: "direction=out&days=7" });
  expect(findListBefore(stored, own)).toEqual({ href: "/sandbox/transactions?direction=out&days=7", title: "transactions" });
});

test("filters that were taken away stay away", () => {
  const list = { path: "/sandbox/transactions", search: "" };
  expect(findListBefore(visit({ ...list, search: "days=7" }, list), own)?.href).toBe("/sandbox/transactions");
});

test("a list of the same kind of record has its own name", () => {
  const stored = visit({ path: "/sandbox/notifications/money-back", search: "reason=refund" });
  expect(findListBefore(stored, "/sandbox/cafe/notifications")).toEqual({
    href: "/sandbox/notifications/money-back?reason=refund",
    title: "moneyBack",
  });
});

test("a fee leads back to the fees", () => {
  const stored = visit({ path: own, search: "" }, { path: "/sandbox/fees", search: "kind=missing" });
  expect(findListBefore(stored, own)).toEqual({ href: "/sandbox/fees?kind=missing", title: "fees" });
});

test.each([
  ["another merchant's list", "/sandbox/bar/transactions"],
  ["another environment's list", "/demo/transactions"],
  ["a list of other records", "/sandbox/payments"],
])("%s is none that it came from", (_, path) => {
  expect(findListBefore(visit({ path, search: "days=7" }), own)).toBeUndefined();
});

test.each(["{", "7", "[7]", null])("what another version stored is left alone: %s", (stored) => {
  expect(findListBefore(stored, own)).toBeUndefined();
});
