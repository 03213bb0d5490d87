import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { type AmountRange, withinAmounts } from "./amount-conditions.ts";
import { filterConditions } from "./filter-conditions.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const conditions = withinAmounts({ amount: sql`amount`, currency: sql`currency` });

async function found(range: AmountRange): Promise<string[]> {
  const where = sql.join(filterConditions(range, conditions), sql` and `);
  const { rows } = await store.db.execute<{ id: string }>(sql`
    select currency || ' ' || amount as id from (values
      ('EUR', 1000), ('EUR', 1001), ('JPY', 10), ('JPY', 1000), ('KWD', 10000), ('KWD', 1000), ('CLF', 100000), ('EUR', 9007199254740990)
    ) as listed(currency, amount) where ${where} order by currency, amount`);
  return rows.map(({ id }) => id);
}

test("bounds are amounts in each row's own decimals, both included", async () => {
  expect(await found({ amountMin: "10", amountMax: "10" })).toEqual(["CLF 100000", "EUR 1000", "JPY 10", "KWD 10000"]);
  expect(await found({ amountMin: "10.01", amountMax: "1000" })).toEqual(["EUR 1001", "JPY 1000"]);
  expect(await found({ amountMax: "1.0005" })).toEqual(["KWD 1000"]);
});

test("a bound beyond all amounts finds none from it on, and all up to it", async () => {
  expect(await found({ amountMin: "999999999999999" })).toEqual([]);
  expect(await found({ amountMax: "999999999999999.9999" })).toHaveLength(8);
});
