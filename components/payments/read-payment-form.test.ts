import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import payments from "../../messages/en/payments.json" with { type: "json" };
import { emptyPaymentForm, readPaymentForm } from "./read-payment-form.ts";

const t = createTranslator({ locale: "en-GB", messages: { payments }, namespace: "payments" });
const inLanguage = (locale: string) => ({ typing: { locale }, t, say: ({ message }: { message: string }) => message });
const form = { ...emptyPaymentForm, terminalId: "81000001", currency: "EUR", amount: "12,34" };

test("an amount typed in the person's habit becomes minor units, and empty fields are left out", () => {
  expect(readPaymentForm(form, inLanguage("en-GB"))).toEqual({
    input: { amountMinor: 1234, currency: "EUR", terminalId: "81000001" },
  });
  expect(readPaymentForm({ ...form, amount: "1.234,56", tip: "1,5" }, inLanguage("de-DE"))).toMatchObject({
    input: { amountMinor: 123456, tipMinor: 150 },
  });
});

test("a terminal id of an unusual form is no fault, and loses the spaces around it", () => {
  expect(readPaymentForm({ ...form, terminalId: " T-7 " }, inLanguage("en-GB")).input).toMatchObject({ terminalId: "T-7" });
});

test.each([
  [{ amount: "0" }, "amount"],
  [{ amount: "-5" }, "amount"],
  [{ amount: "1.234" }, "amount"],
  [{ amount: "10.5", currency: "JPY" }, "amount"],
  [{ terminalId: "" }, "terminalId"],
  [{ terminalId: "8100 0001" }, "terminalId"],
  [{ currency: "XXY" }, "currency"],
  [{ tip: "x" }, "tip"],
  [{ extra: "{" }, "extra"],
  [{ extra: "[1]" }, "extra"],
  [{ extra: '{"amount":1}' }, "extra"],
])("%o is refused at its field", (change, field) => {
  const { problems } = readPaymentForm({ ...form, ...change }, inLanguage("en-GB"));
  expect(Object.keys(problems ?? {})).toEqual([field]);
});
