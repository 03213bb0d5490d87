import { expect, test } from "vitest";
import { datePresets } from "#components/ui/date-presets.ts";
import type { View } from "#lib/contract/view.ts";
import { isSameArrangement, toViewContent, viewAddress } from "./view-address.ts";

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
