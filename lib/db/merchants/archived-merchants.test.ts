// @module-tag long: fills tables with many merchants.

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { claimSyncs, syncKinds } from "../ledger-sync/sync-claims.ts";
import { analyzeTables } from "../testing/analyze-tables.ts";
import { fillManyMerchants } from "../testing/many-merchants.ts";
import { countRowsRead, recordStatements } from "../testing/recorded-statements.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { archiveMerchant } from "./archived-merchants.ts";
import { listMerchantPage, type MerchantQuery } from "./merchant-list.ts";
import { listFirstMerchants } from "./merchants-in-scope.ts";

const [mostlyArchived, hardlyArchived] = ["demo", "sandbox"];
const [merchants, others] = [2_000, 10];
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  const vault = createTestVault();
  for (const environment of [mostlyArchived, hardlyArchived]) {
    await fillManyMerchants(store, vault, { environment, merchants, rows: merchants });
  }
  await archive(mostlyArchived, merchants - others);
  await archive(hardlyArchived, others);
  await analyzeTables(store.pool);
});
afterAll(() => store.drop());

async function archive(environment: string, count: number): Promise<void> {
  const { rows } = await store.db.execute<{ id: string }>(
    sql`select id from merchant where environment = ${environment} order by name desc, slug desc limit ${count}`,
  );
  await store.db.transaction(async (tx) => {
    for (const { id } of rows) await archiveMerchant(tx, { merchantId: id, at: new Date(), by: "test" });
  });
}

const integration = { failedAttempts: [], nowMs: Date.now() };
const page = (query: Pick<MerchantQuery, "archived" | "order"> & { environment: string }) =>
  listMerchantPage(store.db, integration, {
    ...{ scope: { environment: query.environment, merchantIds: null }, archived: query.archived, order: query.order },
    limit: 10,
  });

test("a page of either kind reads no merchant of the other, however many there are", async () => {
  for (const order of ["name", "slug"] as const) {
    for (const [environment, archived] of [
      [mostlyArchived, "none"],
      [hardlyArchived, "none"],
      [mostlyArchived, "only"],
      [hardlyArchived, "only"],
    ] as const) {
      const statements = await recordStatements(store, () => page({ environment, archived, order }));
      const found = await page({ environment, archived, order });
      const read = await countRowsRead(store, statements);
      expect([order, environment, archived, found.length, read < 200 ? "few" : read]).toEqual([
        ...[order, environment, archived, 10, "few"],
      ]);
    }
  }
  const first = () => listFirstMerchants(store.db, { environment: mostlyArchived, merchantIds: null }, { limit: 10 });
  const read = await countRowsRead(store, await recordStatements(store, first));
  expect([(await first()).length, read < 100 ? "few" : read]).toEqual([20, "few"]);
});

test("the queues of the background sync hold no archived merchant", async () => {
  let claimed = 0;
  for (const kind of syncKinds) {
    const claim = { environment: mostlyArchived, kind, holder: crypto.randomUUID(), lifeMs: 60_000, limit: 100 };
    claimed += (await claimSyncs(store.db, claim)).length;
  }
  expect(claimed).toBe(others);
});
