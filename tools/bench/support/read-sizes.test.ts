import { expect, test } from "vitest";
import { readParts, readSizes } from "./read-sizes.ts";

const usual = { rounds: 7, pauseMs: 4, parts: "find,http" };
const tiny = { rounds: 1 };

test("without flags the usual sizes are measured", () => {
  expect(readSizes([], usual, tiny)).toEqual({ ...usual, isTiny: false });
});

test("--tiny takes the smallest sizes, and a flag given beside it goes before them", () => {
  expect(readSizes(["--tiny", "--pause-ms", "0.5"], usual, tiny)).toEqual({
    rounds: 1,
    pauseMs: 0.5,
    parts: "find,http",
    isTiny: true,
  });
});

test("a text stays a text", () => {
  expect(readSizes(["--parts", "http"], usual, tiny).parts).toBe("http");
});

test("a part that is not known is refused, also beside one that is", () => {
  expect([...readParts("find,http", ["find", "http", "fill"])]).toEqual(["find", "http"]);
  for (const text of ["serch", "find,serch", ""]) expect(() => readParts(text, ["find", "http"])).toThrow();
});

test.each([
  ["--rounds", "many"],
  ["--rounds", ""],
  ["--round", "1"],
])("refuses %s %s", (...flags) => {
  expect(() => readSizes(flags, usual, tiny)).toThrow();
});
