import { expect, test } from "vitest";
import { languageCodes } from "#lib/core/languages.ts";
import { codeMeanings, knownFields } from "#lib/notifications/verification/codes.ts";
import { methodText } from "#lib/services/notifications/internal/method-text.ts";
import notifications from "./en/notifications.json" with { type: "json" };
import { readLanguage, readReasons } from "./support/catalogue.ts";

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

test.each(languageCodes)("searches and events in %s call a notification what the lists call it", (code) => {
  const [screens, sentences] = [readLanguage(code), readReasons(code)];
  for (const method of Object.keys(notifications.methods)) {
    const text = methodText(method);
    expect(typeof text === "string" ? text : sentences[text.reason]).toBe(
      screens.get(`notifications.methods.${method}`)?.replaceAll("\u00ad", ""),
    );
  }
});

test("a method that nobody documents is called what the gateway calls it", () => {
  expect(methodText("IPCSomethingNew")).toBe("IPCSomethingNew");
});
