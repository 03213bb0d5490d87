import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createTestStore } from "../testing/test-store.ts";
import { toByteaArray, toInt4Array, toTextArray } from "./binary-arrays.ts";

const store = await createTestStore();

afterAll(() => store.drop());

async function readBack(type: "bytea" | "text" | "int4", array: Buffer): Promise<unknown[]> {
  const { rows } = await store.pool.query<{ value: unknown }>(
    `select value from unnest($1::${type}[]) with ordinality as given(value, place) order by place`,
    [array],
  );
  return rows.map(({ value }) => value);
}

const bytes = fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value));
const text = fc.string({ unit: "grapheme", maxLength: 60 }).map((value) => value.replaceAll("\u0000", ""));
const listOf = <Value>(value: fc.Arbitrary<Value>) => fc.array(fc.option(value), { minLength: 1, maxLength: 70 });

test("PostgreSQL reads back the same bytes, the empty ones and the missing ones", async () => {
  const property = fc.asyncProperty(listOf(bytes), async (values) => {
    expect(await readBack("bytea", toByteaArray(values))).toEqual(values);
  });
  await fc.assert(property, { numRuns: 50 });
});

test("texts are read back as they were, of any script and with anything that text would have to escape", async () => {
  const property = fc.asyncProperty(listOf(text), async (values) => {
    expect(await readBack("text", toTextArray(values))).toEqual(values);
  });
  await fc.assert(property, { numRuns: 50 });
});

test("an unpaired surrogate becomes the replacement character, as in the driver", async () => {
  expect(await readBack("text", toTextArray(["a\ud83db"]))).toEqual(["a\ufffdb"]);
});

test("whole numbers are read back", async () => {
  const values = [0, 1, -1, 2_147_483_647, -2_147_483_648];
  expect(await readBack("int4", toInt4Array(values))).toEqual(values);
});

test("a body of the maximum size is transferred completely", async () => {
  const body = randomBytes(65_536);
  expect(await readBack("bytea", toByteaArray([body]))).toEqual([body]);
});
