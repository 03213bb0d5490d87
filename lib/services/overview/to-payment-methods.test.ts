import { expect, test } from "vitest";
import { parseForm } from "#lib/notifications/verification/form.ts";
import { toPaidWith } from "./to-payment-methods.ts";

test.each([
  ["PaymentMethod=1&PaymentType=1&CardBrand=2&CardType=3", "card", "visa"],
  ["PaymentMethod=1&PaymentType=3&CardBrand=1", "apple_pay", "mastercard"],
  ["PaymentMethod=1", "card", "unknown"],
  ["PaymentMethod=1&CardType=2", "card", "mastercard"],
  ["PaymentMethod=1&CardBrand=0&CardType=8", "card", "amex"],
  ["PaymentMethod=5", "twint", "none"],
  ["PaymentType=4&PaymentMethod=2", "ideal", "none"],
  ["PaymentType=42&CardBrand=77", "other", "other"],
  ["paymenttype=7", "iris", "none"],
  ["Amount=1", "unknown", "unknown"],
])("%s was paid with %s, brand %s", (body, paidWith, cardBrand) => {
  expect(toPaidWith(parseForm(Buffer.from(body)) ?? [])).toEqual({ paidWith, cardBrand });
});
