import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { notificationDetailState } from "#lib/contract/record-state.ts";
import { languageCodes, languageTag } from "#lib/core/languages.ts";
import notifications from "./en/notifications.json" with { type: "json" };
import { readLanguage } from "./support/catalogue.ts";

const values = { said: "0.01 EUR", recorded: "42.00 EUR" };

test.each(languageCodes)("in %s one line says both values that differ, and whose each is", (code) => {
  const differs = readLanguage(code).get("notifications.summary.differs") ?? "";
  const t = createTranslator({ locale: languageTag(code), messages: { differs } });
  for (const field of ["amount", "returned", "order"]) {
    const line = String(t("differs", { ...values, field }));
    expect(line).toMatch(/^\S.*0\.01 EUR.*42\.00 EUR[^.]*\.$/u);
    expect(line.split(/\s+/u).length).toBeLessThanOrEqual(16);
  }
});

test("the English line calls neither value true, but says whose it is", () => {
  const t = createTranslator({ locale: "en-GB", messages: notifications });
  const say = (field: string) => t("summary.differs", { ...values, field });
  expect(say("amount")).toBe("The message says 0.01 EUR; the gateway's record says 42.00 EUR.");
  expect(say("returned")).toBe("The message says 0.01 EUR; the gateway gave back 42.00 EUR.");
});

const rejected = (found: string | undefined, reasons = ["signature"]): Parameters<typeof notificationDetailState>[0] => ({
  ...{ verdict: "invalid", reasons, fields: [], timeline: [], amountMinor: 1, currency: "EUR", givenBack: null },
  ...{ method: "IPCPurchaseNotify", state: null, gateway: null, conflict: false, answered: { status: 400 } },
  receivedAt: "2026-11-22T14:23:50.000Z",
  working: { firstDifferenceDetails: found === undefined ? undefined : { reason: found } },
});

test.each([
  ["value_changed", "changed"],
  ["field_added", "changed"],
  ["signature_absent", "unsigned"],
  ["signature_of_nobody", "signature"],
  [undefined, "signature"],
])("a signature with %s has one cause, and only a proven one", (found, reason) => {
  expect(notificationDetailState(rejected(found)).values.reason).toBe(reason);
});

test("what our rules reject keeps their reason", () => {
  expect(notificationDetailState(rejected(undefined, ["layout"])).values.reason).toBe("layout");
});
