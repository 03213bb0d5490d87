import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureDeliveryMonth } from "../deliveries/delivery-months.ts";
import { analyzeTables } from "../testing/analyze-tables.ts";
import { countRowsRead, recordStatements } from "../testing/recorded-statements.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { listUnconfirmed } from "./unconfirmed.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const environment = "demo";
const [from, before] = [new Date("2026-01-01T00:00:00Z"), new Date("2026-07-01T00:00:00Z")];

/** Rows of a statement. */
const atOnce = 50_000;

/** `total` payments over half a year, every `every`th refused by the shop, each second of those rolled back a minute later. */
async function fill(merchantId: string, { total, every }: { total: number; every: number }): Promise<void> {
  for (const month of ["01", "02", "03", "04", "05", "06"]) {
    await ensureDeliveryMonth(store.db, environment, new Date(`2026-${month}-02T00:00:00Z`));
  }
  const rows = (first: number, name: string, which: SQL, isRollback: boolean) => sql`
    insert into delivery (id, endpoint_id, merchant_id, event_id, received_at, last_seen_at, amount_minor, answer_ms, body_bytes,
      answer_status, environment, sha256, body, headers, method, order_id, trnref, currency, verdict, reasons, answer_body)
    select id, ${merchantId}::uuid, ${merchantId}::uuid, id, at, at, 1000 + number % 900, 1, 1,
      case when number % ${every} = 0 and ${!isRollback} then 503 else 200 end, ${environment}, '', '', '',
      ${name}, 'ORD-' || number, case when ${isRollback} then null else 'T' || number end, 'EUR', 'valid', '{}',
      case when number % ${every} = 0 and ${!isRollback} then 'refused by shop' else 'OK' end
    from (select number, at, (substr(first_id_at(at)::text, 1, 18) || substr(gen_random_uuid()::text, 19))::uuid as id from (
      select number, ${from.toISOString()}::timestamptz + number * (interval '180 days' / ${total}) + ${isRollback ? 1 : 0} * interval '1 minute' as at
      from generate_series(${first}::int, ${Math.min(first + atOnce - 1, total)}::int) number where ${which}) timed) made`;
  for (let first = 1; first <= total; first += atOnce) {
    await store.db.execute(rows(first, "IPCPurchaseNotify", sql`true`, false));
    await store.db.execute(rows(first, "IPCPurchaseRollback", sql`number % ${2 * every} = 0`, true));
  }
  await analyzeTables(store.pool);
}

const refusedOrders = 50;

/**
 * Messages of 50 orders, each refused twice and then rolled back with another amount, and forgeries of 50 paid orders and
 * of 50 that nobody knows.
 */
async function refuse(merchantId: string): Promise<void> {
  const insert = (kind: { prefix: string; minutes: number; method?: string; amount?: number }) => sql`
    insert into delivery (id, endpoint_id, merchant_id, event_id, received_at, last_seen_at, amount_minor, answer_ms, body_bytes,
      answer_status, environment, sha256, body, headers, method, order_id, currency, verdict, reasons, answer_body)
    select id, ${merchantId}::uuid, ${merchantId}::uuid, id, at, at, ${kind.amount ?? 1}, 1, 1, ${kind.method ? 200 : 400},
      ${environment}, '', '', '', ${kind.method ?? "IPCPurchaseNotify"}, ${kind.prefix} || number, 'EUR',
      ${kind.method ? "valid" : "invalid"}, '{}', ${kind.method ? "OK" : "invalid: signature"}
    from (select number, at, (substr(first_id_at(at)::text, 1, 18) || substr(gen_random_uuid()::text, 19))::uuid as id from (
      select number, ${from.toISOString()}::timestamptz + number * interval '3 days' + ${kind.minutes} * interval '1 minute' as at
      from generate_series(1, ${refusedOrders}::int) number) timed) made`;
  await store.db.execute(insert({ prefix: "REF-", minutes: 0 }));
  await store.db.execute(insert({ prefix: "REF-", minutes: 1 }));
  await store.db.execute(insert({ prefix: "REF-", minutes: 2, method: "IPCPurchaseRollback", amount: 4_200 }));
  await store.db.execute(insert({ prefix: "ORD-", minutes: 3 }));
  await store.db.execute(insert({ prefix: "NONE-", minutes: 4 }));
  await analyzeTables(store.pool);
}

async function expectFewRead(merchantId: string | null, { total, every }: { total: number; every: number }) {
  const scope = { environment, merchantIds: merchantId === null ? null : [merchantId] };
  let found: Awaited<ReturnType<typeof listUnconfirmed>> = [];
  const statements = await recordStatements(store, async () => {
    found = await listUnconfirmed(store.db, { ...scope, from, before, limit: 2_000 });
  });
  const expected = Math.min(2_000, Math.floor(total / every));
  expect(found).toHaveLength(expected);
  expect(found.filter(({ rollback }) => rollback !== null)).toHaveLength(expected / 2);
  expect(await countRowsRead(store, statements)).toBeLessThanOrEqual(expected * 3);
}

test("what was not answered OK is read from its index, not from all notifications", {
  meta: { slow: "Stores 20,000 notifications." },
}, async () => {
  const [shop, size] = [randomUUID(), { total: 20_000, every: 100 }];
  await fill(shop, size);
  await expectFewRead(shop, size);
  await expectFewRead(null, size);
});

test("refused messages of orders that were rolled back are listed once, at a cost of what was refused", {
  tags: ["long"],
  meta: { slow: "Stores 20,000 notifications." },
}, async () => {
  await store.db.execute(sql`truncate delivery`);
  const shop = randomUUID();
  await fill(shop, { total: 20_000, every: 100 });
  await refuse(shop);
  for (const merchantIds of [[shop], null]) {
    let found: Awaited<ReturnType<typeof listUnconfirmed>> = [];
    const statements = await recordStatements(store, async () => {
      found = await listUnconfirmed(store.db, { environment, merchantIds, from, before, limit: 2_000 });
    });
    const refused = found.filter(({ verdict }) => verdict === "invalid");
    expect(found).toHaveLength(200 + refusedOrders);
    expect(refused.map(({ orderId }) => orderId)).toEqual(
      Array.from({ length: refusedOrders }, (_, index) => `REF-${refusedOrders - index}`),
    );
    expect(
      refused.filter(({ amountMinor, reason, rollback }) => amountMinor === 4_200 && reason === "signature" && rollback),
    ).toHaveLength(refusedOrders);
    // Each refused one, its Rollback, and what was refused before it; and 300 of the others.
    expect(await countRowsRead(store, statements)).toBeLessThanOrEqual(300 + 4 * 3 * refusedOrders);
  }
});

test("the same of 1,000,000 notifications", { tags: ["long"], meta: { slow: "Stores 1,000,000 notifications." } }, async () => {
  await store.db.execute(sql`truncate delivery`);
  const [shop, size] = [randomUUID(), { total: 1_000_000, every: 100 }];
  await fill(shop, size);
  await expectFewRead(shop, size);
  await expectFewRead(null, size);
});
