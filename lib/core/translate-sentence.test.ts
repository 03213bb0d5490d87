import { expect, test } from "vitest";
import { translateSentence } from "./translate-sentence.ts";

const german = {
  "Please sign in.": "Bitte melden Sie sich an.",
  "At most {left} is left to refund.": "Höchstens {left} lassen sich noch erstatten.",
  "It was not sent. {why}": "Nicht gesendet. {why}",
};

test("a sentence is said in the other language", () => {
  expect(translateSentence(german, "Please sign in.", "de-DE")).toBe("Bitte melden Sie sich an.");
});

test("what fills a hole stands where the other language wants it", () => {
  expect(translateSentence(german, "At most 12.34 EUR is left to refund.", "de-DE")).toBe(
    "Höchstens 12.34 EUR lassen sich noch erstatten.",
  );
});

test("a sentence in a hole is translated too", () => {
  expect(translateSentence(german, "It was not sent. Please sign in.", "de-DE")).toBe(
    "Nicht gesendet. Bitte melden Sie sich an.",
  );
});

test("an amount is written as the other language writes numbers, exactly, and what only looks like one is kept", () => {
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

test("of two sentences that fit, the one that says more by itself is taken", () => {
  const sentences = {
    "expected {expected}, received {received}": "{received} statt {expected}",
    "expected {expected}, received undefined": "{expected} fehlt",
  };
  expect(translateSentence(sentences, "expected string, received undefined", "de-DE")).toBe("string fehlt");
  expect(translateSentence(sentences, "expected string, received number", "de-DE")).toBe("number statt string");
});

test("a sentence nobody translated stays as it was said", () => {
  expect(translateSentence(german, "toString", "de-DE")).toBe("toString");
  expect(translateSentence({}, "Please sign in.", "de-DE")).toBe("Please sign in.");
});

test("what fills a hole may hold the fixed words too: each hole is as short as it can be, and never empty", () => {
  const sentences = { "{a} and {b} by {c}.": "{c}: {a} + {b}", "Tried {n} times": "{n} Versuche" };
  expect(translateSentence(sentences, "x and y and z by w.", "de-DE")).toBe("w: x + y and z");
  expect(translateSentence(sentences, " and  by .", "de-DE")).toBe(" and  by .");
  expect(translateSentence(sentences, "Tried  times", "de-DE")).toBe("Tried  times");
  expect(translateSentence(sentences, "Tried 3\n times", "de-DE")).toBe("3\n Versuche");
});

test("a text that holds a sentence in a sentence thousands of times is said, a few levels of it translated", () => {
  const said = translateSentence(german, `${"It was not sent. ".repeat(20_000)}Please sign in.`, "de-DE");
  expect(said).toMatch(/^Nicht gesendet\. Nicht gesendet\. .*It was not sent\. Please sign in\.$/);
});
