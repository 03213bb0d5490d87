import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import audit from "../../messages/en/audit.json" with { type: "json" };
import { auditDetailText } from "./audit-detail.ts";

const t = createTranslator({ locale: "en-GB", messages: { audit }, namespace: "audit" });

test("a change of the payment's body is shown as text, with the old and the new changes", () => {
  const detail = { question: "payment_body", from: {}, to: { terminal_id: null } };
  expect(auditDetailText(t, { act: "profile.changed", detail }, "en-GB")).toBe(
    'Fields of the payment request, from {} to {"terminal_id":null}',
  );
});

test("other acts keep their particulars by name", () => {
  const detail = { question: "payment_body", days: 3 };
  expect(auditDetailText(t, { act: "retention.changed", detail }, "en-GB")).toBe("question: payment_body · days: 3");
});

test("a sign-in says with what in the user's language; a way without a text keeps its name", () => {
  expect(auditDetailText(t, { act: "session.created", detail: { by: "link" } }, "en-GB")).toBe("One-time link");
  expect(auditDetailText(t, { act: "session.created", detail: { by: "password and code" } }, "en-GB")).toBe("Password and code");
  expect(auditDetailText(t, { act: "session.created", detail: { by: "provider and code" } }, "en-GB")).toBe(
    "Sign-in provider and code",
  );
  expect(auditDetailText(t, { act: "session.created", detail: { by: "badge" } }, "en-GB")).toBe("by: badge");
});

test("money is shown as everywhere, whatever else there is", () => {
  const detail = { refund: 7, amountMinor: 124_050, currency: "EUR", reason: "Broken cup" };
  expect(auditDetailText(t, { act: "payment.refund", detail }, "en-GB")).toBe("1,240.50 EUR · refund: 7 · reason: Broken cup");
  const yen = { amountMinor: 1_240, currency: "JPY" };
  expect(auditDetailText(t, { act: "payment.created", detail: yen }, "en-GB")).toBe("1,240 JPY");
  expect(auditDetailText(t, { act: "payment.created", detail: { currency: "EUR" } }, "en-GB")).toBe("currency: EUR");
});
