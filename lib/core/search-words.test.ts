import { expect, test } from "vitest";
import { toSearchWords } from "./search-words.ts";

test("words are the letters and digits of any script, lower case, each once", () => {
  expect(toSearchWords(["CORNER  CAFE *2", "Книги Онлайн", "cafe", "HB-77/A"])).toEqual([
    "corner",
    "cafe",
    "2",
    "книги",
    "онлайн",
    "hb",
    "77",
    "a",
  ]);
  expect(toSearchWords(["ｆｕｌｌ", "naïve", "…–!"])).toEqual(["full", "naïve"]);
});

test("malicious text cannot produce many or long words", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => `w${at}`).join(" ");
  expect(toSearchWords([many])).toHaveLength(300);
  expect(toSearchWords(["x".repeat(70_000)])).toEqual(["x".repeat(64)]);
});
