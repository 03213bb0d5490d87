import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import german from "../../messages/de/payments.json" with { type: "json" };
import english from "../../messages/en/payments.json" with { type: "json" };
import { toReceiptRows } from "./receipt-rows.ts";

const inEnglish = {
  t: createTranslator({ locale: "en-GB", messages: { payments: english }, namespace: "payments" }),
  say: (text: string) => text,
  locale: "en-GB",
};

test("a receipt begins with the formatted amount and omits empty fields", () => {
  const fields = [
    { label: "RRN", value: "6063" },
    { label: "Tip in minor units", value: "0" },
    { label: "Amount in minor units", value: "123450" },
    { label: "Currency", value: "EUR" },
    { label: "Description", value: "" },
    { label: "dcc_available", value: "false" },
    { label: "Status", value: "Success" },
  ];
  expect(toReceiptRows({ fields, currency: "EUR" }, inEnglish)).toEqual([
    { label: "Amount", value: "1,234.50 EUR" },
    { label: "Status", value: "Success" },
    { label: "RRN", value: "6063" },
    { label: "dcc_available", value: "false" },
  ]);
});

test("yen are whole, and an amount that is no number stays as it came", () => {
  const amount = (value: string) =>
    toReceiptRows({ fields: [{ label: "Amount in minor units", value }], currency: "JPY" }, inEnglish);
  expect(amount("1234")).toEqual([{ label: "Amount", value: "1,234 JPY" }]);
  expect(amount("12x")).toEqual([{ label: "Amount", value: "12x JPY" }]);
});

test("a receipt speaks the person's language, in the same order", () => {
  const fields = [
    { label: "Card", value: "4111…1111" },
    { label: "Amount in minor units", value: "123450" },
  ];
  const t = createTranslator({ locale: "de-DE", messages: { payments: german }, namespace: "payments" });
  const say = (text: string) => (text === "Card" ? "Karte" : text);
  expect(toReceiptRows({ fields, currency: "EUR" }, { t, say, locale: "de-DE" })).toEqual([
    { label: "Betrag", value: "1.234,50 EUR" },
    { label: "Karte", value: "4111…1111" },
  ]);
});
