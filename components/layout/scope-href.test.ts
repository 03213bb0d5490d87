import { expect, test } from "vitest";
import { toScopeHref } from "./scope-href.ts";

const environment = "sandbox";
const hrefOf = (address: string, scope: Parameters<typeof toScopeHref>[1]) => {
  const [pathname = "", search = ""] = address.split("?");
  return toScopeHref({ pathname, search }, scope);
};

test("a change of the merchant stays on the same kind of page", () => {
  expect(hrefOf("/sandbox/payments", { environment, from: undefined, to: "cafe" })).toBe("/sandbox/cafe/payments");
  expect(hrefOf("/sandbox/cafe/endpoints", { environment, from: "cafe", to: "bar" })).toBe("/sandbox/bar/endpoints");
  expect(hrefOf("/sandbox/cafe/payments/42", { environment, from: "cafe", to: undefined })).toBe("/sandbox/payments");
});

test("the overview leads to the overview", () => {
  expect(hrefOf("/sandbox", { environment, from: undefined, to: "cafe" })).toBe("/sandbox/cafe");
  expect(hrefOf("/sandbox/cafe", { environment, from: "cafe", to: undefined })).toBe("/sandbox");
});

test("a page that the other scope does not have leads to the transactions", () => {
  expect(hrefOf("/sandbox/cafe/endpoints", { environment, from: "cafe", to: undefined })).toBe("/sandbox/transactions");
  expect(hrefOf("/sandbox/settings/audit", { environment, from: undefined, to: "cafe" })).toBe("/sandbox/cafe/transactions");
});

test("a list keeps its filters, but not a choice of merchants, nor a saved view", () => {
  const filtered = "direction=out&from=2026-11-01&amountMin=100";
  const scope = { environment, from: undefined, to: "cafe" };
  expect(hrefOf(`/sandbox/transactions?merchant=bar&${filtered}&view=7`, scope)).toBe(`/sandbox/cafe/transactions?${filtered}`);
  expect(hrefOf("/sandbox/cafe/payments?state=approved", { environment, from: "cafe", to: undefined })).toBe(
    "/sandbox/payments?state=approved",
  );
});

test("a list of one kind of notifications stays what it is", () => {
  expect(hrefOf("/sandbox/notifications/money-back?reason=refund", { environment, from: undefined, to: "cafe" })).toBe(
    "/sandbox/cafe/notifications/money-back?reason=refund",
  );
  expect(hrefOf("/sandbox/cafe/notifications/never-notified", { environment, from: "cafe", to: undefined })).toBe(
    "/sandbox/notifications/never-notified",
  );
});

test("a record, or a page without filters of that kind, takes none along", () => {
  expect(hrefOf("/sandbox/cafe/payments/42?days=7", { environment, from: "cafe", to: "bar" })).toBe("/sandbox/bar/payments");
  expect(hrefOf("/sandbox/fees?days=7", { environment, from: undefined, to: "bar" })).toBe("/sandbox/bar/transactions");
});
