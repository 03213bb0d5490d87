import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DeliverySummary, listDeliveries } from "../notifications/notifications.ts";
import { analyzeTables } from "../testing/analyze-tables.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";

const environment = "demo";
const [own, others] = [randomUUID(), randomUUID()];
let store: TestStore;

/**
 * More deliveries share an order than are collected at once, and none of them is recent; every third is another
 * merchant's, every hundredth unverified.
 */
beforeAll(async () => {
  store = await createTestStore();
  await store.pool.query(
    `create table sent as select n, gen_random_uuid() as id, case when n % 3 = 0 then $1::uuid else $2::uuid end as merchant_id,
       now() - n * interval '1 minute' as at, n > 2200 as fits, n % 100 = 0 as forged from generate_series(1, 9000) n`,
    [others, own],
  );
  await store.pool.query(
    `insert into delivery (id, endpoint_id, environment, merchant_id, event_id, sha256, body, body_bytes, headers, received_at, last_seen_at,
       method, order_id, identifiers, verdict, reasons, answer_status, answer_body, answer_ms)
     select id, id, $1, merchant_id, id, sha256(n::text::bytea), '', 1, '\\x00', at, at, 'IPCPurchaseNotify',
       case when fits then 'SAME' else 'ELSE' || n end, case when not forged then case when fits then e'SAME\\to' else 'ELSE' || n || e'\\to' end end,
       case when forged then 'invalid' else 'valid' end, '{}', 200, 'OK', 1 from sent`,
    [environment],
  );
  await analyzeTables(store.pool);
});
afterAll(() => store.drop());

test.each([
  ["all", null],
  ["one merchant", [own]],
])("of %s, the first pages of what thousands share are the newest of them", async (_name, merchantIds) => {
  const { rows: expected } = await store.pool.query<{ id: string }>(
    `select id from sent where fits and ($1::uuid[] is null or merchant_id = any($1)) order by at desc limit 300`,
    [merchantIds],
  );
  for (const words of [[], ["same"]]) {
    const seen: DeliverySummary[] = [];
    for (let page = 0; page < 3; page++) {
      const search = { value: "SAME", hashed: "none", words };
      const query = { environment, merchantIds, search, limit: 100, after: seen.at(-1) };
      seen.push(...(await listDeliveries(store.db, query)));
    }
    expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  }
});
