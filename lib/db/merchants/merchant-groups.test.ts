// @module-tag long: fills tables with many merchants.

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { analyzeTables } from "../testing/analyze-tables.ts";
import { fillManyMerchants } from "../testing/many-merchants.ts";
import { countRowsRead, recordStatements } from "../testing/recorded-statements.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { listMerchantGroups } from "./merchant-groups.ts";
import { listMerchantPage, type MerchantQuery } from "./merchant-list.ts";

const environment = "demo";
const [merchants, grouped] = [10_000, 40];
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await fillManyMerchants(store, createTestVault(), { environment, merchants, rows: merchants });
  // One small group at the end of the list, one of nearly all, and a few in none.
  await store.db.execute(sql`
    update merchant set group_name = case when place <= ${grouped} then 'Żabka' when place <= ${2 * grouped} then null else 'Others' end
    from (select id, row_number() over (order by name desc) as place from merchant) placed where placed.id = merchant.id`);
  await analyzeTables(store.pool);
});
afterAll(() => store.drop());

const integration = { failedAttempts: [], nowMs: Date.now() };
const page = (query: Pick<MerchantQuery, "group" | "order">) =>
  listMerchantPage(store.db, integration, { scope: { environment, merchantIds: null }, ...query, limit: 50 });

test("a page of a group of ten thousand merchants reads its own, and no others", async () => {
  for (const [group, found] of [
    ["żabka", grouped],
    ["OTHERS", 50],
    [null, grouped],
  ] as const) {
    const query = { group, order: "name" } as const;
    const read = await countRowsRead(store, await recordStatements(store, () => page(query)));
    expect([group, (await page(query)).length, read < 500 ? "few" : read]).toEqual([group, found, "few"]);
  }
  // By slug a large group is sorted; a small one is not read past.
  const query = { group: "Żabka", order: "slug" } as const;
  const read = await countRowsRead(store, await recordStatements(store, () => page(query)));
  expect([(await page(query)).length, read < 500 ? "few" : read]).toEqual([grouped, "few"]);
});

test("groups are listed with how many merchants of the scope they have", async () => {
  const scope = { environment, merchantIds: null };
  expect(await listMerchantGroups(store.db, scope)).toEqual([
    { name: "Others", merchants: merchants - 2 * grouped },
    { name: "Żabka", merchants: grouped },
  ]);
  const [first] = await page({ group: "Żabka", order: "name" });
  expect(await listMerchantGroups(store.db, { environment, merchantIds: [first?.id ?? ""] })).toEqual([
    { name: "Żabka", merchants: 1 },
  ]);
});
