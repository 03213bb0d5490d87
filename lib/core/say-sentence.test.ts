import { expect, test } from "vitest";
import { saySentence } from "./say-sentence.ts";

const german = {
  "Please sign in.": "Bitte melden Sie sich an.",
  "At most {left} is left to refund.": "Höchstens {left} lassen sich noch erstatten.",
  "It was not sent. {why}": "Nicht gesendet. {why}",
};

test("a sentence is said in the other language", () => {
  expect(saySentence(german, "Please sign in.")).toBe("Bitte melden Sie sich an.");
});

test("what fills a hole stands where the other language wants it", () => {
  expect(saySentence(german, "At most 12.34 EUR is left to refund.")).toBe("Höchstens 12.34 EUR lassen sich noch erstatten.");
});

test("a sentence in a hole is translated too", () => {
  expect(saySentence(german, "It was not sent. Please sign in.")).toBe("Nicht gesendet. Bitte melden Sie sich an.");
});

test("of two sentences that fit, the one that says more by itself is taken", () => {
  const sentences = {
    "expected {expected}, received {received}": "{received} statt {expected}",
    "expected {expected}, received undefined": "{expected} fehlt",
  };
  expect(saySentence(sentences, "expected string, received undefined")).toBe("string fehlt");
  expect(saySentence(sentences, "expected string, received number")).toBe("number statt string");
});

test("a sentence nobody translated stays as it was said", () => {
  expect(saySentence(german, "toString")).toBe("toString");
  expect(saySentence({}, "Please sign in.")).toBe("Please sign in.");
});
