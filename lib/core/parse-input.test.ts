import { expect, test } from "vitest";
import { z } from "zod";
import { type AppError, isAppError } from "./errors.ts";
import { parseInput } from "./parse-input.ts";
import { asRule, defineTexts } from "./text.ts";

const text = defineTexts({ whole_units: "Whole units of {currency}.", only_text: "Text." });
const schema = z.strictObject({
  amountMinor: z.int(asRule(text("whole_units", { currency: "EUR" }))),
  tags: z.array(z.string(asRule(text("only_text")))),
});

function problemsOf(value: unknown, of: z.ZodType = schema): AppError["fields"] {
  try {
    parseInput(of, value);
  } catch (thrown) {
    if (isAppError(thrown)) return thrown.fields;
    throw thrown;
  }
  return [];
}

test("every invalid field is reported with a correction, its reason and values, nested ones by their path", () => {
  expect(problemsOf({ amountMinor: 1.5, tags: ["a", 2] })).toEqual([
    { field: "amountMinor", message: "Whole units of EUR.", reason: "whole_units", values: { currency: "EUR" } },
    { field: "tags.1", message: "Text.", reason: "only_text" },
  ]);
});

test("an unknown field and a body of the wrong type are reported too", () => {
  expect(problemsOf({ amountMinor: 1, tags: [], admin: true })).toEqual([
    { field: "admin", message: "We don't know this field.", reason: "field_unknown" },
  ]);
  expect(problemsOf(7)?.[0]?.field).toBe("body");
});

test.each([
  [z.string(), 7, "invalid_type", { expected: "string", received: "number" }],
  [z.enum(["a", "b"]), "c", "invalid_value", { options: '"a"|"b"' }],
  [z.literal("a"), "c", "invalid_input_expected", { expected: '"a"' }],
  [z.string().max(2), "abc", "too_long", { max: "2" }],
  [z.string().min(2), "a", "too_short", { min: "2" }],
  [z.string().length(2), "a", "wrong_length_short", { length: "2" }],
  [z.string().length(2), "abc", "wrong_length_long", { length: "2" }],
  [z.array(z.int()).max(1), [1, 2], "too_many_items", { max: "1" }],
  [z.array(z.int()).min(1), [], "too_few_items", { min: "1" }],
  [z.number().max(2), 3, "too_large", { origin: "number", max: "2" }],
  [z.number().lt(2), 2, "too_large_or_equal", { origin: "number", max: "2" }],
  [z.number().min(2), 1, "too_small", { origin: "number", min: "2" }],
  [z.number().gt(2), 2, "too_small_or_equal", { origin: "number", min: "2" }],
  [z.number().multipleOf(5), 3, "not_multiple", { divisor: 5 }],
  [z.string().regex(/^a$/), "b", "wrong_pattern", { pattern: "/^a$/" }],
  [z.email(), "b", "invalid_email", undefined],
  [z.uuid(), "b", "invalid_uuid", undefined],
])("what zod itself says has a reason too (%#)", (of, value, reason, values) => {
  const english = of.safeParse(value).error?.issues[0]?.message;
  expect(problemsOf(value, of)).toEqual([{ field: "body", message: english, reason, values }]);
});

test("the English of zod is that of the reason", () => {
  const [problem] = problemsOf("abc", z.string().max(2)) ?? [];
  expect(problem?.message).toBe("Too big: expected string to have <=2 characters");
});
