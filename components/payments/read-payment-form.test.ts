import { expect, test } from "vitest";
import { emptyPaymentForm, readPaymentForm } from "./read-payment-form.ts";

const form = { ...emptyPaymentForm, terminalId: "81000001", currency: "EUR", amount: "12,34" };

test("an amount typed in either habit becomes minor units, and empty fields are left out", () => {
  expect(readPaymentForm(form)).toEqual({ input: { amountMinor: 1234, currency: "EUR", terminalId: "81000001" } });
  expect(readPaymentForm({ ...form, amount: "1,234.56", tip: "1.5" })).toMatchObject({
    input: { amountMinor: 123456, tipMinor: 150 },
  });
});

test.each([
  [{ amount: "0" }, "amount"],
  [{ amount: "-5" }, "amount"],
  [{ amount: "1.234" }, "amount"],
  [{ amount: "10.5", currency: "JPY" }, "amount"],
  [{ terminalId: "" }, "terminalId"],
  [{ currency: "XXY" }, "currency"],
  [{ tip: "x" }, "tip"],
  [{ extra: "{" }, "extra"],
  [{ extra: "[1]" }, "extra"],
  [{ extra: '{"amount":1}' }, "extra"],
])("%o is refused at its field", (change, field) => {
  const result = readPaymentForm({ ...form, ...change });
  expect("problems" in result && Object.keys(result.problems)).toContain(field);
});
