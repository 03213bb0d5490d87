import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { toByteaArray, toInt4Array, toTextArray } from "./binary-arrays.ts";
import { createTestStore } from "./testing/test-store.ts";

const store = await createTestStore();

afterAll(() => store.drop());

test("PostgreSQL reads back the same bytes, the empty ones and the missing ones", async () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(bytes), { minLength: 1, maxLength: 70 }), async (values) => {
      const { rows } = await store.pool.query<{ value: Buffer | null }>(
        "select value from unnest($1::bytea[]) with ordinality as given(value, place) order by place",
        [toByteaArray(values)],
      );
      expect(rows.map(({ value }) => value)).toEqual(values);
    }),
    { numRuns: 50 },
  );
});

test("texts are read back as they were, of any script and with anything that text would have to escape", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 60 }).map((value) => value.replaceAll("\u0000", ""));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { minLength: 1, maxLength: 70 }), async (values) => {
      const { rows } = await store.pool.query<{ value: string | null }>(
        "select value from unnest($1::text[]) with ordinality as given(value, place) order by place",
        [toTextArray(values)],
      );
      expect(rows.map(({ value }) => value)).toEqual(values);
    }),
    { numRuns: 50 },
  );
});

test("half a surrogate pair becomes the replacement character, as it does on the driver's way", async () => {
  const { rows } = await store.pool.query<{ value: string }>("select unnest($1::text[]) as value", [toTextArray(["a\ud83db"])]);
  expect(rows).toEqual([{ value: "a\ufffdb" }]);
});

test("whole numbers are read back", async () => {
  const values = [0, 1, -1, 2_147_483_647, -2_147_483_648];
  const { rows } = await store.pool.query<{ value: number }>("select unnest($1::int4[]) as value", [toInt4Array(values)]);
  expect(rows.map(({ value }) => value)).toEqual(values);
});

test("a body of the largest size goes through whole", async () => {
  const body = randomBytes(65_536);
  const { rows } = await store.pool.query<{ value: Buffer }>("select unnest($1::bytea[]) as value", [toByteaArray([body])]);
  expect(rows).toEqual([{ value: body }]);
});
