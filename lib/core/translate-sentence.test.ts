import { expect, test } from "vitest";
import { translateSentence } from "./translate-sentence.ts";

const german = {
  "Please sign in.": "Bitte melden Sie sich an.",
  "At most {left} is left to refund.": "Höchstens {left} lassen sich noch erstatten.",
  "It was not sent. {why}": "Nicht gesendet. {why}",
};

test("a sentence is translated", () => {
  expect(translateSentence(german, "Please sign in.", "de-DE")).toBe("Bitte melden Sie sich an.");
});

test("values are inserted where the translation has their placeholders", () => {
  expect(translateSentence(german, "At most 12.34 EUR is left to refund.", "de-DE")).toBe(
    "Höchstens 12.34 EUR lassen sich noch erstatten.",
  );
});

test("a sentence as a value is translated too", () => {
  expect(translateSentence(german, "It was not sent. Please sign in.", "de-DE")).toBe(
    "Nicht gesendet. Bitte melden Sie sich an.",
  );
});

test("an amount is formatted exactly for the other language, and a similar text is unchanged", () => {
  const sentences = {
    "At most {amount} is left to refund.": "Höchstens {amount} sind noch erstattbar.",
    "Order {order}.": "Bestellung {order}.",
  };
  const say = (text: string, locale: string) => translateSentence(sentences, text, locale);
  expect(say("At most EUR 1,234,567.50 is left to refund.", "de-DE")).toBe("Höchstens EUR 1.234.567,50 sind noch erstattbar.");
  expect(say("At most JPY 90,071,992,547,409,931 is left to refund.", "de-DE")).toContain("JPY 90.071.992.547.409.931 ");
  expect(say("At most nothing is left to refund.", "de-DE")).toBe("Höchstens nothing sind noch erstattbar.");
  expect(say("Order INV 1714.", "de-DE")).toBe("Bestellung INV 1714.");
});

test("of two matching sentences, the one with more fixed text is used", () => {
  const sentences = {
    "expected {expected}, received {received}": "{received} statt {expected}",
    "expected {expected}, received undefined": "{expected} fehlt",
  };
  expect(translateSentence(sentences, "expected string, received undefined", "de-DE")).toBe("string fehlt");
  expect(translateSentence(sentences, "expected string, received number", "de-DE")).toBe("number statt string");
});

test("a sentence without a translation is unchanged", () => {
  expect(translateSentence(german, "toString", "de-DE")).toBe("toString");
  expect(translateSentence({}, "Please sign in.", "de-DE")).toBe("Please sign in.");
});

test("a value may contain the fixed words: each value is as short as possible and never empty", () => {
  const sentences = { "{a} and {b} by {c}.": "{c}: {a} + {b}", "Tried {n} times": "{n} Versuche" };
  expect(translateSentence(sentences, "x and y and z by w.", "de-DE")).toBe("w: x + y and z");
  expect(translateSentence(sentences, " and  by .", "de-DE")).toBe(" and  by .");
  expect(translateSentence(sentences, "Tried  times", "de-DE")).toBe("Tried  times");
  expect(translateSentence(sentences, "Tried 3\n times", "de-DE")).toBe("3\n Versuche");
});

test("of a sentence nested thousands of times only a few levels are translated", () => {
  const said = translateSentence(german, `${"It was not sent. ".repeat(20_000)}Please sign in.`, "de-DE");
  expect(said).toMatch(/^Nicht gesendet\. Nicht gesendet\. .*It was not sent\. Please sign in\.$/);
});
