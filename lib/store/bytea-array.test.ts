import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { toByteaArray } from "./bytea-array.ts";
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

test("a body of the largest size goes through whole", async () => {
  const body = randomBytes(65_536);
  const { rows } = await store.pool.query<{ value: Buffer }>("select unnest($1::bytea[]) as value", [toByteaArray([body])]);
  expect(rows).toEqual([{ value: body }]);
});
