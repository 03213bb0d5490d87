// @module-tag long: fills a table with a hundred thousand payments.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPaymentViews } from "../payments/payments.ts";
import { analyzeTables } from "../testing/analyze-tables.ts";
import { countRowsRead, recordStatements } from "../testing/recorded-statements.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";

const rowCount = 100_000;
const uses = 2_000;
const merchantId = randomUUID();
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.db.execute(sql`
    insert into payment (id, environment, merchant_id, status, amount_minor, currency, terminal_id, reference_number, created_at, updated_at)
    select gen_random_uuid(), 'demo', ${merchantId}::uuid, 'success', 1000, 'EUR', '1', n::text, at, at
    from generate_series(1, ${rowCount}::int) n, lateral (select date_trunc('milliseconds', now()) - n * interval '1 second' as at) time`);
  // The tag is on the oldest payments only: a walk along the list would read all the others first.
  await store.db.execute(sql`
    insert into record_tag (environment, merchant_id, subject, subject_key, mark, record_id, at)
    select environment, merchant_id, 'payment', id::text, 'old', id, created_at from payment order by created_at limit ${uses}`);
  await analyzeTables(store.pool);
});
afterAll(() => store.drop());

test.each([
  ["one merchant", [merchantId]],
  ["all merchants", null],
])("a page of a tag's payments of %s reads its uses and no other payments", async (_, merchantIds) => {
  const query = { scope: { environment: "demo", merchantIds }, tag: "old", limit: 50 };
  const first = await listPaymentViews(store.db, query);
  const last = first.at(-1);
  expect(first).toHaveLength(50);
  const after = last && { occurredAt: last.createdAt, id: last.id };
  const statements = await recordStatements(store, () => listPaymentViews(store.db, { ...query, ...(after && { after }) }));
  expect(await countRowsRead(store, statements)).toBeLessThan(3 * uses);
  const second = await listPaymentViews(store.db, { ...query, ...(after && { after }) });
  expect(second.filter(({ id }) => first.some((row) => row.id === id))).toEqual([]);
});
