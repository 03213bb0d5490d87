import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetrics } from "#lib/app/metrics/metrics.ts";
import { createTimeOrderedId } from "#lib/notifications/receive/to-delivery.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { findLastBackup } from "../backup/last-backup.ts";
import { readStandbyState } from "../connection/standby-state.ts";
import { shortLimits, withClient } from "../connection/with-client.ts";
import { currentLiveCursor, readLiveLagSeconds, recordLive } from "../events/events.ts";
import { saveMerchant } from "../lockout/credentials.ts";
import { identityPair } from "../schema/identity.ts";
import { payment, paymentOperation } from "../schema/payment.ts";
import { deliveryOutbox, reconciliation } from "../schema/reconciliation.ts";
import { createForwardFixture } from "../testing/forward-fixture.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { readBacklog, readSchemaMs } from "./read-backlog.ts";

let store: TestStore;
let merchantId: string;
beforeAll(async () => {
  store = await createTestStore();
  const { vault } = createForwardFixture(store.db, randomBytes(32));
  const secrets = { clientId: "cli_x", clientSecret: "sec_x", by: "test" };
  const saved = await saveMerchant(store.db, vault, {
    environment: "sandbox",
    slug: "cafe",
    name: "Cafe",
    sid: null,
    ...secrets,
  });
  merchantId = saved.id;
});
afterAll(() => store.drop());

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

async function addBacklog(): Promise<void> {
  const { db } = store;
  const entry = { merchantId, acts: true };
  await db.insert(deliveryOutbox).values([
    { ...entry, deliveryId: createTimeOrderedId(ago(90).getTime()) },
    { ...entry, deliveryId: createTimeOrderedId(ago(600).getTime()) },
  ]);
  const forwards = createForwardFixture(db);
  const target = { mode: "desk_answers" as const, url: "https://shop.example/notify" };
  const endpointId = await forwards.addEndpoint(target);
  await forwards.receive(endpointId, target, notifyEntries({ sid: "000000000000010", orderId: "LATE", trnref: "LATE" }));
  await db.execute(sql`update forward set queued_at = ${ago(7_200)}`);
  const due = { merchantId, environment: "sandbox", attempt: "paid", nextAt: ago(1) };
  await db.insert(reconciliation).values([
    { ...due, deliveryId: randomUUID() },
    { ...due, deliveryId: randomUUID(), asks: true },
    { ...due, deliveryId: randomUUID(), nextAt: ago(-60) },
  ]);
  const paid = { environment: "production", merchantId, amountMinor: 1, currency: "EUR", terminalId: "1" };
  for (const status of ["unknown", "success"]) {
    const times = { createdAt: new Date(), updatedAt: new Date() };
    await db.insert(payment).values({ ...paid, ...times, id: randomUUID(), status, referenceNumber: randomUUID() });
  }
  await addUnknownReversal();
  const pair = { environment: "demo", kind: "session" as const };
  await db.insert(identityPair).values([
    { ...pair, id: "stopped", state: "open" },
    { ...pair, id: "working" },
  ]);
  await db.execute(sql`update ledger_sync set recent_read_at = ${ago(3_600)}, due_at = ${ago(900)}`);
}

async function addUnknownReversal(): Promise<void> {
  const at = new Date();
  const of = { environment: "production", merchantId: crypto.randomUUID(), amountMinor: 100, currency: "EUR" };
  const times = { createdAt: at, updatedAt: at };
  const [paid] = await store.db
    .insert(payment)
    .values({ ...of, ...times, status: "success", terminalId: "81000001", referenceNumber: "PAID" })
    .returning();
  const act = { act: `reversal:${paid?.id}`, key: "k", requestHash: "h", staffId: crypto.randomUUID() };
  await store.db.insert(paymentOperation).values({ ...of, ...times, ...act, paymentId: paid?.id ?? "", state: "unknown" });
}

test("the backlog of each environment is counted, and the oldest of each kind found", async () => {
  await addBacklog();
  const rows = await readBacklog(store.db);
  const found = Object.fromEntries(
    rows.map(({ name, environment, value }) => [`${name} ${environment}`, Math.floor(value / 10) * 10]),
  );
  expect(found).toEqual({
    "outbox_age sandbox": 600,
    "reconciliations_due sandbox": 0,
    "forward_age sandbox": 7_200,
    "payments_unknown production": 0,
    "guards_open demo": 0,
    "ledger_age sandbox": 3_600,
    "ledgers_late sandbox": 0,
  });
  const counts = rows.filter(({ value }) => value < 10).map(({ name, value }) => [name, value]);
  expect(Object.fromEntries(counts)).toEqual({ reconciliations_due: 2, payments_unknown: 2, guards_open: 1, ledgers_late: 1 });
});

test("what waits at an endpoint that forwards no more is not late", async () => {
  await store.db.execute(sql`delete from forward_target`);
  expect((await readBacklog(store.db)).some(({ name }) => name === "forward_age")).toBe(false);
});

test("a ledger that fails again and again is late, unless its sign-in is refused", async () => {
  const countLate = async () => (await readBacklog(store.db)).find(({ name }) => name === "ledgers_late")?.value ?? 0;
  const fail = (failures: number, code: string) =>
    store.db.execute(sql`update ledger_sync set due_at = now() + interval '1 hour', failures = ${failures},
      problem = ${JSON.stringify({ code, reason: code, message: "" })}::jsonb`);
  await fail(4, "gateway_unavailable");
  expect(await countLate()).toBe(0);
  await fail(5, "gateway_unavailable");
  expect(await countLate()).toBe(1);
  await fail(5, "merchant_refused");
  expect(await countLate()).toBe(0);
});

test("the event stream's lag is the age of the oldest event after its cursor", async () => {
  const cursor = await currentLiveCursor(store.db);
  expect(await readLiveLagSeconds(store.db, cursor)).toBe(0);
  await recordLive(store.db, { environment: "sandbox", merchantId, type: "transaction", data: {} });
  await store.db.execute(sql`update live_event set at = now() - interval '40 seconds'`);
  expect(await readLiveLagSeconds(store.db, cursor)).toBeGreaterThanOrEqual(40);
});

test("each scrape shows it, with 0 where nothing waits and no value without the database", async () => {
  const metrics = createMetrics();
  let isAway = false;
  const read = <Value>(value: () => Promise<Value>) => (isAway ? Promise.reject(new Error("away")) : value());
  metrics.watchBacklog({
    backlog: () => read(() => readBacklog(store.db)),
    eventLagSeconds: () => read(async () => 40),
    schemaMs: () => read(() => readSchemaMs(store.db)),
    lastBackup: () => read(() => findLastBackup(store.db)),
    standby: () => read(() => withClient({ ...store.pool.options, ...shortLimits }, readStandbyState)),
  });
  metrics.showBuild({ version: "1.2.3", build: "abc" });
  const { text } = await metrics.render();
  expect(text).toContain('counterfoil_payments_unknown{environment="production"} 2');
  expect(text).toContain('counterfoil_payments_unknown{environment="demo"} 0');
  expect(text).toContain("counterfoil_event_stream_lag_seconds 40");
  expect(text).toContain('counterfoil_build_info{version="1.2.3",build="abc"} 1');
  expect(text).toMatch(/counterfoil_schema_version \d{13}/);
  expect(text).toContain("counterfoil_backup_last_success_timestamp_seconds 0\n");
  expect(text).toContain("counterfoil_database_standby_wanted 0\n");
  expect(text).toContain("counterfoil_database_standby_missing 0\n");
  isAway = true;
  expect((await metrics.render()).text).toContain('counterfoil_payments_unknown{environment="production"} Nan');
});
