import { expect, test } from "vitest";
import { maskCardNumbers, maskValue } from "#lib/privacy/mask.ts";
import { readVector } from "../testing/vectors.ts";
import { parseForm } from "../verification/form.ts";
import { eventHash, toEvent, toFields } from "./to-event.ts";

const pairsOf = (text: string) => parseForm(Buffer.from(text)) ?? [];

test("the genuine notification of 2024 is read as its payment", () => {
  expect(toEvent(pairsOf(readVector("genuine-notify-2024").body))).toEqual({
    method: "IPCPurchaseNotify",
    sid: "000000000000010",
    orderId: "MRT000020240730",
    trnref: "410227",
    stan: "083107",
    amountMinor: 20000,
    amountText: "200.00",
    currency: "EUR",
    identifiers: [
      { field: "trnref", value: "410227", isPersonal: false },
      { field: "orderId", value: "MRT000020240730", isPersonal: false },
      { field: "stan", value: "083107", isPersonal: false },
      { field: "amount", value: "200.00", isPersonal: false },
      { field: "pan", value: "0007", isPersonal: false },
    ],
  });
});

test.each([
  ["50", "EUR", 5000],
  ["164.5", "EUR", 16450],
  ["500", "JPY", 500],
  ["1.234", "KWD", 1234],
  ["12.345", "EUR", null],
  ["-1.00", "EUR", null],
  ["99999999999999999", "EUR", null],
  ["12.00", "eur", 1200],
  ["500.00", "jpy", 500],
  ["", "EUR", null],
  ["12.00", "euro", null],
])("Amount %s %s is %s minor units", (amount, currency, minor) => {
  expect(toEvent(pairsOf(`Amount=${amount}&Currency=${currency}`)).amountMinor).toBe(minor);
});

test("fields keep order, unknown ones included, with codes spelled out", () => {
  expect(toFields(pairsOf("CardBrand=2&CardType=2&CardBrand=9&Shop=a%00b"))).toEqual([
    { name: "CardBrand", value: "2", label: "Card brand", known: true, meaning: "VISA" },
    { name: "CardType", value: "2", label: "Card type", known: true, meaning: "Maestro" },
    { name: "CardBrand", value: "9", label: "Card brand", known: true, meaning: null },
    { name: "Shop", value: "a␀b", label: "Shop", known: false, meaning: null },
  ]);
});

test("the same pairs in another encoding are the same event; a moved boundary makes another event", () => {
  const hash = (text: string) => eventHash(pairsOf(text)).toString("hex");
  expect(hash("a=x+y&b=%7a")).toBe(hash("a=x%20y&b=z"));
  expect(hash("a=1&b=23")).not.toBe(hash("a=12&b=3"));
  expect(hash("a=1&b=2")).not.toBe(hash("b=2&a=1"));
});

test("personal values and tokens are shown as a hint only", () => {
  const show = (name: string, value: string) => maskValue(name, value).value;
  expect(show("CustomerEmail", "maria@example.org")).toBe("m••••@e••••");
  expect(show("CustomerPhone", "+359881234567")).toBe("••••67");
  expect(show("CustomerFamilyName", "Петрова")).toBe("П••••");
  expect(show("CardToken", "a3f1".repeat(10))).toBe("••••a3f1");
  expect(show("ExpDate", "2911")).toBe("••••");
  expect(show("BuyerEmail", "x@y.z")).toBe("x••••@y••••");
  expect(maskValue("OrderID", "HB-1")).toEqual({ value: "HB-1", masked: false });
});

test("a card number is masked in any field, other long numbers are not", () => {
  expect(maskCardNumbers("paid with 4111 1111 1111 1111 today")).toBe("paid with ••••1111 today");
  expect(maskCardNumbers("5555555555554444,378282246310005")).toBe("••••4444,••••0005");
  expect(maskCardNumbers("1700000000000 4111111111111112")).toBe("1700000000000 4111111111111112");
});
