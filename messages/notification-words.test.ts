import { expect, test } from "vitest";
import { codeMeanings, knownFields } from "#lib/notifications/verification/codes.ts";
import notifications from "./en/notifications.json" with { type: "json" };

const { fields, codes }: { fields: Record<string, string>; codes: Record<string, Record<string, string>> } = notifications;

/** The same in every language. */
const brands = [
  ...["iDEAL", "Satispay", "TWINT", "IRIS", "Click to Pay", "Google Pay", "Apple Pay"],
  ...["MasterCard", "Maestro", "VISA", "Electron", "V PAY", "JCB", "Bancontact", "AMEX", "American Express", "Discover"],
];

test("the catalogue names every field that the gateway documents as the API does", () => {
  expect(fields).toEqual(Object.fromEntries(knownFields.map(({ name, label }) => [name.toLowerCase(), label])));
});

test("the catalogue spells out every code that is not a brand as the API does", () => {
  const words = [...codeMeanings].map(([field, meanings]) => {
    const spelled = [...meanings].filter(([, meaning]) => !brands.includes(meaning));
    return [field, Object.fromEntries(spelled)] as const;
  });
  expect(codes).toEqual(Object.fromEntries(words));
});
