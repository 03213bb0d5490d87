import { expect, test } from "vitest";
import { auditTargetHref } from "./audit-target-href.ts";

const entry = { environment: "sandbox", merchant: "corner-cafe", target: "a/1", detail: {} };

test.each([
  ["payment.refund", {}, "/sandbox/corner-cafe/payments/a%2F1"],
  ["notification.replayed", {}, "/sandbox/corner-cafe/notifications/a%2F1"],
  ["endpoint.changed", {}, "/sandbox/corner-cafe/endpoints"],
  ["note.created", { subject: "payment" }, "/sandbox/corner-cafe/payments/a%2F1"],
  ["tags.changed", { subject: "reference" }, "/sandbox/corner-cafe/transactions/a%2F1"],
  ["note.edited", { subject: "id" }, "/sandbox/corner-cafe/transactions/id/a%2F1"],
  ["note.created", {}, undefined],
  ["transactions.exported", {}, undefined],
])("what %s acted on, with %j, is on %s", (act, detail, href) => {
  expect(auditTargetHref({ ...entry, act, detail })).toBe(href);
});

test("what belongs to no merchant has no page", () => {
  expect(auditTargetHref({ ...entry, merchant: null, act: "payment.refund" })).toBeUndefined();
});
