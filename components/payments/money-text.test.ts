import { expect, test } from "vitest";
import { sentMoneyText } from "./money-text.ts";

const payment = { amountMinor: 1200, tipMinor: 0, currency: "EUR" };

test("who reverses or cancels a payment is told its tip too", () => {
  expect(sentMoneyText(payment, "en-GB")).toBe("12.00 EUR");
  expect(sentMoneyText({ ...payment, tipMinor: 150 }, "en-GB")).toBe("12.00 EUR + 1.50 EUR");
});
