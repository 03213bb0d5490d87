import { expect, test } from "vitest";
import { datePresets } from "#components/ui/date-presets.ts";
import type { View } from "#lib/contract/view.ts";
import { findSelectedTab, isSameArrangement, toViewContent, viewAddress } from "./view-address.ts";

const view: View = {
  id: "v1",
  name: "Mine",
  merchant: "corner-cafe",
  search: { currency: "EUR" },
  movingDays: null,
  columns: null,
  isDefault: false,
  isShared: false,
  author: null,
  mayChange: true,
};
const lastWeek = datePresets("UTC").find(({ key }) => key === "last_week")?.range ?? { from: "", to: "" };

test("a view's address holds what it looks at, its columns and itself", () => {
  expect(viewAddress("sandbox", view, "UTC")).toBe("/sandbox/corner-cafe/transactions?currency=EUR&view=v1");
  const other = { ...view, merchant: null, columns: ["amount" as const, "reference" as const] };
  expect(viewAddress("demo", other, "UTC")).toBe("/demo/transactions?currency=EUR&columns=amount%2Creference&view=v1");
});

test("relative days are stored as such and resolved to dates", () => {
  const arrangement = { search: { ...lastWeek, currency: "EUR" }, columns: null };
  const content = toViewContent(arrangement, { isMoving: true, gatewayZone: "UTC" });
  expect(content).toEqual({ movingDays: "last_week", search: { currency: "EUR" }, columns: null });
  expect(isSameArrangement(arrangement, { ...view, ...content }, "UTC")).toBe(true);
  expect(viewAddress("sandbox", { ...view, ...content }, "UTC")).toContain(`from=${lastWeek.from}&to=${lastWeek.to}`);
  expect(toViewContent(arrangement, { isMoving: false, gatewayZone: "UTC" })).toEqual({ movingDays: null, ...arrangement });
});

test("an arrangement differs from its view in a filter, a column or their order, not in the order of the address", () => {
  const both = { ...view, search: { currency: "EUR", sign: "credit" } };
  expect(isSameArrangement({ search: { sign: "credit", currency: "EUR" }, columns: null }, both, "UTC")).toBe(true);
  expect(isSameArrangement({ search: { currency: "EUR" }, columns: null }, both, "UTC")).toBe(false);
  expect(isSameArrangement({ search: both.search, columns: ["amount"] }, both, "UTC")).toBe(false);
});

const tabOf = (search: Record<string, string>, openId: string | null = null, views: View[] = []) =>
  findSelectedTab({ search, columns: null }, { views, openId, gatewayZone: "UTC" });

test("a tab stays selected while a filter is added to its own", () => {
  expect(tabOf({})).toBeNull();
  expect(tabOf({ sign: "debit" })).toBe("debit");
  expect(tabOf({ sign: "debit", currency: "EUR" })).toBe("debit");
  expect(tabOf({ currency: "EUR" }, "all")).toBeNull();
});

test("of the views whose filters are all set, the one with the most is selected", () => {
  const both = { ...view, id: "v2", search: { currency: "EUR", sign: "debit" } };
  const views = [view, both, { ...view, id: "v3", search: {} }, { ...view, id: "v4", columns: ["amount" as const] }];
  expect(tabOf({ currency: "EUR" }, null, views)).toBe("v1");
  expect(tabOf({ sign: "debit", currency: "EUR", type: "011" }, null, views)).toBe("v2");
  expect(tabOf({ sign: "debit" }, null, views)).toBe("debit");
});

test("the view in the address is selected also while its filters are changed; one that is gone is not", () => {
  expect(tabOf({ sign: "debit" }, "v1", [view])).toBe("v1");
  expect(tabOf({ sign: "debit" }, "gone", [view])).toBe("debit");
});
