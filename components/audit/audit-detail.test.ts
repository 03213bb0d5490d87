import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import audit from "../../messages/en/audit.json" with { type: "json" };
import { auditDetailText, shortenDetail } from "./audit-detail.ts";

const t = createTranslator({ locale: "en-GB", messages: { audit }, namespace: "audit" });

test("a change of the payment's body is shown as text, with the old and the new changes", () => {
  const detail = { question: "payment_body", from: {}, to: { terminal_id: null } };
  expect(auditDetailText(t, { act: "profile.changed", detail })).toBe(
    'Fields of the payment request, from {} to {"terminal_id":null}',
  );
});

test("other acts keep their particulars by name", () => {
  const detail = { question: "payment_body", days: 3 };
  expect(auditDetailText(t, { act: "retention.changed", detail })).toBe("question: payment_body · days: 3");
});

test("a row of the list has the first particulars, and how many there are besides", () => {
  expect(shortenDetail("by: password")).toBe("by: password");
  expect(shortenDetail("from: 30 · to: 90")).toBe("from: 30 · to: 90");
  expect(shortenDetail("amountMinor: 2450 · currency: EUR · terminalId: 81000001")).toBe("amountMinor: 2450 · +2");
  expect(shortenDetail(`reason: ${"x".repeat(40)} · by: a`)).toBe(`reason: ${"x".repeat(23)}… · +1`);
});
