import { expect, test } from "vitest";
import { toScopeHref } from "./scope-href.ts";

const environment = "sandbox";

test("a change of the merchant stays on the same kind of page", () => {
  expect(toScopeHref("/sandbox/payments", { environment, from: undefined, to: "cafe" })).toBe("/sandbox/cafe/payments");
  expect(toScopeHref("/sandbox/cafe/endpoints", { environment, from: "cafe", to: "bar" })).toBe("/sandbox/bar/endpoints");
  expect(toScopeHref("/sandbox/cafe/payments/42", { environment, from: "cafe", to: undefined })).toBe("/sandbox/payments");
});

test("the overview leads to the overview", () => {
  expect(toScopeHref("/sandbox", { environment, from: undefined, to: "cafe" })).toBe("/sandbox/cafe");
  expect(toScopeHref("/sandbox/cafe", { environment, from: "cafe", to: undefined })).toBe("/sandbox");
});

test("a page that the other scope does not have leads to the transactions", () => {
  expect(toScopeHref("/sandbox/cafe/endpoints", { environment, from: "cafe", to: undefined })).toBe("/sandbox/transactions");
  expect(toScopeHref("/sandbox/settings/audit", { environment, from: undefined, to: "cafe" })).toBe("/sandbox/cafe/transactions");
});
