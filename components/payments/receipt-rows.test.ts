import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import german from "../../messages/de/payments.json" with { type: "json" };
import english from "../../messages/en/payments.json" with { type: "json" };
import { toReceiptRows } from "./receipt-rows.ts";

const locale = "en-GB";
const t = createTranslator({ locale, messages: { payments: english }, namespace: "payments" });
const inEnglish = { t, locale, zone: "UTC" } as const;
const rrn = { label: "RRN", value: "6063", reason: "field_rrn" };
const amountOf = (value: string) => ({ label: "Amount in minor units", value, reason: "field_amount_value" });
const receiptOf = (fields: { label: string; value: string; reason?: string }[], currency = "EUR") =>
  ({ fields, currency, status: "success", createdAt: "2026-11-22T14:23:46.000Z" }) as const;

test("a receipt speaks in words, without the gateway's codes, unknown and empty fields", () => {
  const fields = [
    rrn,
    { label: "Tip in minor units", value: "0", reason: "field_amount_tip" },
    amountOf("123450"),
    { label: "Currency", value: "EUR", reason: "field_amount_currency_code" },
    { label: "Description", value: "", reason: "field_description" },
    { label: "dcc_available", value: "false" },
    { label: "Response code", value: "00", reason: "field_response_code" },
    { label: "Status", value: "Success", reason: "field_status" },
    { label: "Created", value: "2026-11-22T14:23:46", reason: "field_created_at" },
    { label: "Card scheme", value: "VISA", reason: "field_card_qualifier" },
    { label: "Card", value: "************2979", reason: "field_pan" },
  ];
  expect(toReceiptRows(receiptOf(fields), inEnglish).map(({ label, value }) => [label, value])).toEqual([
    ["Amount", "1,234.50 EUR"],
    ["Status", "Successful"],
    ["Created", "22 Nov 2026, 14:23:46 UTC"],
    ["Card", "Visa ••2979"],
    ["RRN", "6063"],
  ]);
});

test("yen are whole, and an amount that is no number stays as it came", () => {
  const amount = (value: string) => toReceiptRows(receiptOf([amountOf(value)], "JPY"), inEnglish);
  expect(amount("1234")).toMatchObject([{ label: "Amount", value: "1,234 JPY" }]);
  expect(amount("12x")).toMatchObject([{ label: "Amount", value: "12x JPY" }]);
});

test("a receipt speaks the person's language, in the same order", () => {
  const inGerman = createTranslator({ locale: "de-DE", messages: { payments: german }, namespace: "payments" });
  const rows = toReceiptRows(receiptOf([rrn, amountOf("123450")]), { t: inGerman, locale: "de-DE", zone: "UTC" });
  expect(rows).toMatchObject([{ label: "Betrag", value: "1.234,50 EUR" }, rrn]);
});
