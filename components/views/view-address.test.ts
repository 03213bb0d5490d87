import { afterEach, expect, test, vi } from "vitest";
import { datePresets } from "#components/ui/date-presets.ts";
import type { MovingDays } from "#lib/contract/view-parts.ts";
import type { View } from "#lib/queries/views.ts";
import {
  findSelectedTab,
  isBuiltInArrangement,
  isSameArrangement,
  toOpenedDays,
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

const inUtc = { gatewayZone: "UTC", opened: null };

afterEach(() => vi.useRealTimers());

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
  expect(isSameArrangement({ search: { status: "late" }, columns: null }, merchants, inUtc)).toBe(true);
});

test("what a built-in tab shows needs no view of its own", () => {
  expect(isBuiltInArrangement({ search: { sign: "debit" }, columns: null }, builtIn)).toBe(true);
  expect(isBuiltInArrangement({ search: { sign: "debit", currency: "EUR" }, columns: null }, builtIn)).toBe(false);
  expect(isBuiltInArrangement({ search: { sign: "debit" }, columns: ["amount"] }, builtIn)).toBe(false);
});

test("relative days are stored as such and resolved to dates", () => {
  const arrangement = { search: { ...lastWeek, currency: "EUR" }, columns: null };
  const content = toViewContent(arrangement, { isMoving: true, ...inUtc });
  expect(content).toEqual({ movingDays: "last_week", search: { currency: "EUR" }, columns: null });
  expect(isSameArrangement(arrangement, { ...view, ...content }, inUtc)).toBe(true);
  expect(viewAddress(ofOne, { ...view, ...content }, "UTC")).toContain(`from=${lastWeek.from}&to=${lastWeek.to}`);
  expect(toViewContent(arrangement, { isMoving: false, ...inUtc })).toEqual({ movingDays: null, ...arrangement });
});

/** The dates of relative days as seen at noon of that day. */
function lookAt(day: string, key: MovingDays) {
  vi.setSystemTime(`${day}T12:00:00Z`);
  return datePresets("UTC").find((preset) => preset.key === key)?.range ?? { from: "", to: "" };
}

test.each([
  ["2026-12-01", "this_month"],
  ["2026-12-07", "this_month"],
  ["2026-12-01", "today"],
  ["2026-12-07", "last_7_days"],
] as const)("on %s a view of %s stays one, though other days are the same", (day, movingDays) => {
  const arrangement = { search: { currency: "EUR", ...lookAt(day, movingDays) }, columns: null };
  const opened = toOpenedDays({ movingDays }, arrangement.search);
  const content = toViewContent(arrangement, { isMoving: true, gatewayZone: "UTC", opened });
  expect(content).toMatchObject({ movingDays, search: { currency: "EUR" } });
});

test.each(["today", "last_7_days", "last_week", "this_month", "last_month"] as const)(
  "a view of %s in a tab that was left open past midnight is unchanged, and stays relative",
  (movingDays) => {
    const mine = { ...view, movingDays };
    const arrangement = { search: { currency: "EUR", ...lookAt("2026-11-30", movingDays) }, columns: null };
    const opened = toOpenedDays(mine, arrangement.search);
    for (const day of ["2026-11-30", "2026-12-01", "2026-12-09"]) {
      vi.setSystemTime(`${day}T12:00:00Z`);
      expect(isSameArrangement(arrangement, mine, { gatewayZone: "UTC", opened })).toBe(true);
      expect(toViewContent(arrangement, { isMoving: true, gatewayZone: "UTC", opened }).movingDays).toBe(movingDays);
    }
    const other = { search: { ...arrangement.search, from: "2026-11-02", to: "2026-11-05" }, columns: null };
    expect(isSameArrangement(other, mine, { gatewayZone: "UTC", opened })).toBe(false);
    expect(toViewContent(other, { isMoving: true, gatewayZone: "UTC", opened }).movingDays).toBeNull();
  },
);

test("days that were never a view's own are not its relative days", () => {
  expect(toOpenedDays({ movingDays: "today" }, { from: "2026-11-02", to: "2026-11-05" })?.range).toBeNull();
  expect(toOpenedDays({ movingDays: "today" }, {})?.range).toBeNull();
  expect(toOpenedDays({ movingDays: null }, { from: "2026-11-02", to: "2026-11-02" })).toBeNull();
});

test("the link to a view with relative days names no day, so that it stays right in a tab that is open for days", () => {
  expect(viewHref(ofOne, { ...view, movingDays: "today" }, "UTC")).toBe("/sandbox/corner-cafe/transactions?view=v1");
  expect(viewHref(ofOne, view, "UTC")).toBe(viewAddress(ofOne, view, "UTC"));
});

test("an arrangement differs from its view in a filter, a column or their order, not in the order of the address", () => {
  const both = { ...view, search: { currency: "EUR", sign: "credit" } };
  expect(isSameArrangement({ search: { sign: "credit", currency: "EUR" }, columns: null }, both, inUtc)).toBe(true);
  expect(isSameArrangement({ search: { currency: "EUR" }, columns: null }, both, inUtc)).toBe(false);
  expect(isSameArrangement({ search: both.search, columns: ["amount"] }, both, inUtc)).toBe(false);
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
