import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import audit from "../../messages/en/audit.json" with { type: "json" };
import { auditDetailText } from "./audit-detail.ts";

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

test("a sign-in says with what in the user's language; a way without a text keeps its name", () => {
  expect(auditDetailText(t, { act: "session.created", detail: { by: "link" } })).toBe("One-time link");
  expect(auditDetailText(t, { act: "session.created", detail: { by: "password and code" } })).toBe("Password and code");
  expect(auditDetailText(t, { act: "session.created", detail: { by: "badge" } })).toBe("by: badge");
});
