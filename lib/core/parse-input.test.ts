import { expect, test } from "vitest";
import { z } from "zod";
import { type AppError, isAppError } from "./errors.ts";
import { parseInput } from "./parse-input.ts";

const schema = z.strictObject({ amountMinor: z.int("Whole units."), tags: z.array(z.string("Text.")) });

function problemsOf(value: unknown): AppError["fields"] {
  try {
    parseInput(schema, value);
  } catch (thrown) {
    if (isAppError(thrown)) return thrown.fields;
    throw thrown;
  }
  return [];
}

test("every invalid field is reported with a correction, nested ones by their path", () => {
  expect(problemsOf({ amountMinor: 1.5, tags: ["a", 2] })).toEqual([
    { field: "amountMinor", message: "Whole units." },
    { field: "tags.1", message: "Text." },
  ]);
});

test("an unknown field and a body of the wrong type are reported too", () => {
  expect(problemsOf({ amountMinor: 1, tags: [], admin: true })).toEqual([
    { field: "admin", message: "This field is not known here." },
  ]);
  expect(problemsOf(7)?.[0]?.field).toBe("body");
});
