import { expect, test } from "vitest";
import { toReceiptRows } from "./receipt-rows.ts";

test("a receipt begins with the amount as people write it and leaves out what the gateway did not give", () => {
  const fields = [
    { label: "RRN", value: "6063" },
    { label: "Tip in minor units", value: "0" },
    { label: "Amount in minor units", value: "123450" },
    { label: "Currency", value: "EUR" },
    { label: "Description", value: "" },
    { label: "dcc_available", value: "false" },
    { label: "Status", value: "Success" },
  ];
  expect(toReceiptRows({ fields, currency: "EUR" })).toEqual([
    { label: "Amount", value: "1,234.50 EUR" },
    { label: "Status", value: "Success" },
    { label: "RRN", value: "6063" },
    { label: "dcc_available", value: "false" },
  ]);
});

test("yen are whole, and an amount that is no number stays as it came", () => {
  const amount = (value: string) => toReceiptRows({ fields: [{ label: "Amount in minor units", value }], currency: "JPY" });
  expect(amount("1234")).toEqual([{ label: "Amount", value: "1,234 JPY" }]);
  expect(amount("12x")).toEqual([{ label: "Amount", value: "12x JPY" }]);
});
