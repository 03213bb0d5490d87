import { expect, test } from "vitest";
import { datePresets } from "#components/ui/date-presets.ts";
import type { View } from "#lib/queries/views.ts";
import {
  findSelectedTab,
  isBuiltInArrangement,
  isSameArrangement,
  toViewContent,
  viewAddress,
  viewHref,
} from "./view-address.ts";

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
const ofOne = { list: "transactions" as const, scope: { environment: "sandbox", merchant: "corner-cafe" } };
const ofAll = { list: "transactions" as const, scope: { environment: "demo", merchant: null } };
const builtIn = [
  { key: "credit", search: { sign: "credit" } },
  { key: "debit", search: { sign: "debit" } },
];
const lastWeek = datePresets("UTC").find(({ key }) => key === "last_week")?.range ?? { from: "", to: "" };

test("a view's address holds what it looks at, its columns and itself", () => {
  expect(viewAddress(ofOne, view, "UTC")).toBe("/sandbox/corner-cafe/transactions?currency=EUR&view=v1");
  const other = { ...view, merchant: null, columns: ["amount" as const, "reference" as const] };
  expect(viewAddress(ofAll, other, "UTC")).toBe("/demo/transactions?currency=EUR&columns=amount%2Creference&view=v1");
});

test("a view of another list opens that list, with what it has", () => {
  const { columns: _, ...rest } = { ...view, search: { verdict: "invalid" }, movingDays: "last_week" as const };
  const address = viewAddress({ ...ofOne, list: "notifications" }, rest, "UTC");
  const days = `from=${lastWeek.from}&to=${lastWeek.to}`;
  expect(address).toBe(`/sandbox/corner-cafe/notifications?verdict=invalid&${days}&view=v1`);
  const { merchant: __, movingDays: ___, ...merchants } = { ...rest, search: { status: "late" } };
  expect(viewAddress({ ...ofAll, list: "merchants" }, merchants, "UTC")).toBe("/demo/merchants?status=late&view=v1");
  expect(isSameArrangement({ search: { status: "late" }, columns: null }, merchants, "UTC")).toBe(true);
});

test("what a built-in tab shows needs no view of its own", () => {
  expect(isBuiltInArrangement({ search: { sign: "debit" }, columns: null }, builtIn)).toBe(true);
  expect(isBuiltInArrangement({ search: { sign: "debit", currency: "EUR" }, columns: null }, builtIn)).toBe(false);
  expect(isBuiltInArrangement({ search: { sign: "debit" }, columns: ["amount"] }, builtIn)).toBe(false);
});

test("relative days are stored as such and resolved to dates", () => {
  const arrangement = { search: { ...lastWeek, currency: "EUR" }, columns: null };
  const content = toViewContent(arrangement, { isMoving: true, gatewayZone: "UTC" });
  expect(content).toEqual({ movingDays: "last_week", search: { currency: "EUR" }, columns: null });
  expect(isSameArrangement(arrangement, { ...view, ...content }, "UTC")).toBe(true);
  expect(viewAddress(ofOne, { ...view, ...content }, "UTC")).toContain(`from=${lastWeek.from}&to=${lastWeek.to}`);
  expect(toViewContent(arrangement, { isMoving: false, gatewayZone: "UTC" })).toEqual({ movingDays: null, ...arrangement });
});

test("the link to a view with relative days names no day, so that it stays right in a tab that is open for days", () => {
  expect(viewHref(ofOne, { ...view, movingDays: "today" }, "UTC")).toBe("/sandbox/corner-cafe/transactions?view=v1");
  expect(viewHref(ofOne, view, "UTC")).toBe(viewAddress(ofOne, view, "UTC"));
});

test("an arrangement differs from its view in a filter, a column or their order, not in the order of the address", () => {
  const both = { ...view, search: { currency: "EUR", sign: "credit" } };
  expect(isSameArrangement({ search: { sign: "credit", currency: "EUR" }, columns: null }, both, "UTC")).toBe(true);
  expect(isSameArrangement({ search: { currency: "EUR" }, columns: null }, both, "UTC")).toBe(false);
  expect(isSameArrangement({ search: both.search, columns: ["amount"] }, both, "UTC")).toBe(false);
});

const tabOf = (search: Record<string, string>, openId: string | null = null, views: View[] = []) =>
  findSelectedTab({ search, columns: null }, { builtIn, views, openId, gatewayZone: "UTC" });

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
