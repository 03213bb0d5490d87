import { expect, test } from "vitest";
import { z } from "zod";
import { operations } from "./operations.ts";

const backwards = "The last day is before the first. Swap them.";
const falling = "The largest amount is below the smallest. Swap them.";

const partsOf = (schema: z.ZodType | undefined): object => (schema instanceof z.ZodObject ? schema.shape : {});

/** Of every operation, what it takes: its query and its body. */
const inputs = operations.flatMap(({ id, query, body, example }) =>
  [query, body].flatMap((schema) => (schema instanceof z.ZodType ? [{ id, schema, example: example ?? {} }] : [])),
);
/** Those that take only days: others have tests of their own. */
const withDays = inputs.filter(
  ({ schema, example }) =>
    "from" in partsOf(schema) && schema.safeParse({ ...example, from: "2026-02-01", to: "2026-02-01" }).success,
);
const withAmounts = inputs.filter(({ schema }) => "amountMin" in partsOf(schema));

test("there are such operations", () => {
  expect(withDays.length).toBeGreaterThan(15);
  expect(withAmounts.length).toBeGreaterThan(3);
});

test.each(withDays)("$id refuses days whose last is before the first", ({ schema, example }) => {
  const parsed = schema.safeParse({ ...example, from: "2026-02-02", to: "2026-02-01" });
  expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([{ path: ["to"], message: backwards }]);
});

test.each(withDays)(
  "$id takes instants of different offsets, which only their order in time can reverse",
  ({ schema, example }) => {
    const range = { from: "2026-03-02T00:30:00+02:00", to: "2026-03-01T23:00:00Z" };
    const takesInstants = schema.safeParse({ ...example, from: range.from, to: range.from }).success;
    expect(schema.safeParse({ ...example, ...range }).success).toBe(takesInstants);
  },
);

test.each(withAmounts)("$id refuses amounts whose largest is below the smallest", ({ schema, example }) => {
  const parsed = schema.safeParse({ ...example, amountMin: "10", amountMax: "9.99" });
  expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
    { path: ["amountMax"], message: falling },
  ]);
});
