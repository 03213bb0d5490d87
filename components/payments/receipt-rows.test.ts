import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import german from "../../messages/de/payments.json" with { type: "json" };
import english from "../../messages/en/payments.json" with { type: "json" };
import { toReceiptRows } from "./receipt-rows.ts";

const inEnglish = {
  t: createTranslator({ locale: "en-GB", messages: { payments: english }, namespace: "payments" }),
  locale: "en-GB",
};
const rrn = { label: "RRN", value: "6063", reason: "field_rrn" };
const amountOf = (value: string) => ({ label: "Amount in minor units", value, reason: "field_amount_value" });

test("a receipt begins with the formatted amount and omits empty fields", () => {
  const status = { label: "Status", value: "Success", reason: "field_status" };
  const fields = [
    rrn,
    { label: "Tip in minor units", value: "0", reason: "field_amount_tip" },
    amountOf("123450"),
    { label: "Currency", value: "EUR", reason: "field_amount_currency_code" },
    { label: "Description", value: "", reason: "field_description" },
    { label: "dcc_available", value: "false" },
    status,
  ];
  expect(toReceiptRows({ fields, currency: "EUR" }, inEnglish)).toEqual([
    { label: "Amount", value: "1,234.50 EUR" },
    status,
    rrn,
    { label: "dcc_available", value: "false" },
  ]);
});

test("yen are whole, and an amount that is no number stays as it came", () => {
  const amount = (value: string) => toReceiptRows({ fields: [amountOf(value)], currency: "JPY" }, inEnglish);
  expect(amount("1234")).toEqual([{ label: "Amount", value: "1,234 JPY" }]);
  expect(amount("12x")).toEqual([{ label: "Amount", value: "12x JPY" }]);
});

test("a receipt speaks the person's language, in the same order", () => {
  const t = createTranslator({ locale: "de-DE", messages: { payments: german }, namespace: "payments" });
  expect(toReceiptRows({ fields: [rrn, amountOf("123450")], currency: "EUR" }, { t, locale: "de-DE" })).toEqual([
    { label: "Betrag", value: "1.234,50 EUR" },
    rrn,
  ]);
});
