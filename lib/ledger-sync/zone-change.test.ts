import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseGatewayTime } from "#lib/core/zoned-time.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { ensureLedgerRead } from "./ensure-ledger-read.ts";
import { reachesNow } from "./reaches-now.ts";
import { gatewayAway, ledgerRow, type PagedLedger, pagedLedger } from "./testing/paged-ledger.ts";

let store: TestStore;
const vault = createTestVault();
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const days = { from: "2026-02-25", to: "2026-03-05" };
const budgetMs = 10_000;

/** The same gateway, whose times are interpreted in this zone from now on. */
function openSource(gateway: PagedLedger) {
  const clock = fixedClock(Date.parse("2026-03-10T12:00:00Z"));
  const source = { db: store.db, vault, clock, merchant: { id: randomUUID(), slug: "cafe", environment: "sandbox" }, gateway };
  const inZone = (zone: string) => {
    gateway.rows = gateway.rows.map((row) => ({ ...row, occurredAt: parseGatewayTime(row.occurredAtText, zone) ?? null }));
    return { ...source, zone };
  };
  return { ...source, inZone };
}

type Source = ReturnType<typeof openSource>;

async function stored({ merchant: { id } }: Source) {
  const { rows } = await store.db.execute(sql`
    select id, occurred_at as at, day::text as day, tableoid::regclass::text as month from transaction
    where merchant_id = ${id}::uuid order by id`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(String(at)).toISOString() }));
}

async function sums({ merchant: { id } }: Source) {
  const { rows } = await store.db.execute(sql`
    select day::text as day, rows::int as rows, credit_minor::int as minor from ledger_day
    join ledger_facet facet on facet.id = facet_id where facet.merchant_id = ${id}::uuid and rows > 0 order by day`);
  return rows;
}

test("rows move to the times, days and months of another zone, each once, and the sums are updated", async () => {
  const texts = ["2026-03-01T01:00:00", "2026-03-03T23:30:00", "2026-03-03T23:30:00Z"];
  const source = openSource(pagedLedger(texts.map((text, at) => ledgerRow(String(at + 1), text))));
  await ensureLedgerRead(source.inZone("UTC"), { days, budgetMs });
  expect(await stored(source)).toMatchObject([
    { id: "1", at: "2026-03-01T01:00:00.000Z", day: "2026-03-01", month: expect.stringContaining("202603") },
    { id: "2", at: "2026-03-03T23:30:00.000Z", day: "2026-03-03" },
    { id: "3", at: "2026-03-03T23:30:00.000Z", day: "2026-03-03" },
  ]);
  const state = await ensureLedgerRead(source.inZone("Europe/Sofia"), { days, budgetMs });
  expect(state).toMatchObject({ isComplete: true, problem: undefined });
  expect(await stored(source)).toMatchObject([
    { id: "1", at: "2026-02-28T23:00:00.000Z", day: "2026-03-01", month: expect.stringContaining("202602") },
    { id: "2", at: "2026-03-03T21:30:00.000Z", day: "2026-03-03" },
    { id: "3", at: "2026-03-03T23:30:00.000Z", day: "2026-03-04" },
  ]);
  expect(await sums(source)).toEqual([
    { day: "2026-03-01", rows: 1, minor: 1840 },
    { day: "2026-03-03", rows: 1, minor: 1840 },
    { day: "2026-03-04", rows: 1, minor: 1840 },
  ]);
});

test("days are read again once after each change of the zone", async () => {
  const ledger = pagedLedger([ledgerRow("1", "2026-03-01T10:00:00")]);
  const source = openSource(ledger);
  const read = (zone: string) => ensureLedgerRead(source.inZone(zone), { days, budgetMs });
  await read("UTC");
  await read("UTC");
  expect(ledger.asked).toHaveLength(1);
  await read("Asia/Tokyo");
  await read("Asia/Tokyo");
  expect(ledger.asked).toHaveLength(2);
  await read("UTC");
  expect(ledger.asked).toHaveLength(3);
  expect(await stored(source)).toMatchObject([{ at: "2026-03-01T10:00:00.000Z" }]);
});

test("a reading that began in the former zone and ends later is discarded", async () => {
  const rows = [ledgerRow("1", "2026-03-01T10:00:00")];
  const ledger = pagedLedger(rows);
  const source = openSource(ledger);
  const blocked = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  ledger.gate = () => {
    begun.resolve();
    return blocked.promise;
  };
  const former = ensureLedgerRead(source.inZone("UTC"), { days, budgetMs });
  await begun.promise;
  const latter = { ...openSource(pagedLedger(rows)).inZone("Asia/Tokyo"), merchant: source.merchant };
  const reading = ensureLedgerRead(latter, { days, budgetMs });
  blocked.resolve();
  await Promise.all([former, reading]);
  expect(await stored(source)).toMatchObject([{ at: "2026-03-01T01:00:00.000Z" }]);
});

test("a reading that died in the former zone is not resumed, and its merchant stays synced", async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ledgerRow(String(at + 1), "2026-03-01T10:00:00"));
  const ledger = pagedLedger(rows, { pageSize: 2 });
  const source = openSource(ledger);
  const { id, slug, environment } = source.merchant;
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "", updatedBy: "test" };
  await store.db.insert(merchant).values({ id, slug, environment, name: slug, ...credential });
  await ensureLedgerRead(source.inZone("UTC"), { days: { from: "2026-02-01", to: "2026-02-02" }, budgetMs });
  ledger.failure = ({ page }) => (page > 12 ? gatewayAway() : undefined);
  expect(await ensureLedgerRead(source.inZone("UTC"), { days, budgetMs })).toMatchObject({ isComplete: false });
  ledger.failure = gatewayAway;
  await ensureLedgerRead(source.inZone("Asia/Tokyo"), { days, budgetMs });
  const { rows: reopened } = await store.pool.query("select history_read_at from ledger_sync where merchant_id = $1", [id]);
  expect(reopened).toEqual([{ history_read_at: null }]);
  ledger.failure = () => undefined;
  expect(await ensureLedgerRead(source.inZone("Asia/Tokyo"), { days, budgetMs })).toMatchObject({ isComplete: true });
  const times = new Set((await stored(source)).map(({ at }) => at));
  expect([...times]).toEqual(["2026-03-01T01:00:00.000Z"]);
});

test.each([
  ["UTC", "2026-03-12"],
  ["Etc/GMT+12", "2026-03-12"],
  ["Etc/GMT-14", "2026-03-13"],
])("with %s in use, the days of a gateway that is as far ahead as any are asked for", async (zone, last) => {
  const ledger = pagedLedger([]);
  await ensureLedgerRead(openSource(ledger).inZone(zone), { days: { from: "2026-03-01" }, budgetMs });
  expect(ledger.asked.map(({ to }) => to)).toEqual([last]);
});

test("where future days are refused, a gateway that is in a later day is detected, and that day read next", async () => {
  const ledger = pagedLedger([ledgerRow("1", "2026-03-11T01:00:00")]);
  ledger.listing = { ...ledger.listing, refusesFutureDates: true, takesLastDayWhole: true };
  const source = openSource(ledger);
  const refuseFrom = (day: string) => {
    ledger.failure = ({ to = "" }) => (to >= day ? new AppError("gateway_invalid") : undefined);
  };
  const from = "2026-03-01";
  refuseFrom("2026-03-11");
  await ensureLedgerRead(source.inZone("UTC"), { days: { from }, budgetMs });
  expect(await reachesNow(source.inZone("UTC"))).toBe(true);
  refuseFrom("2026-03-12");
  expect(await reachesNow(source.inZone("UTC"))).toBe(false);
  source.clock.advance(11_000);
  await ensureLedgerRead(source.inZone("UTC"), { days: { from }, budgetMs });
  expect(await stored(source)).toHaveLength(1);
  expect(await reachesNow(source.inZone("UTC"))).toBe(true);
});

test("where future days are refused, a gateway that is still in the day before is read up to it, and the remaining day reports this", async () => {
  const ledger = pagedLedger([ledgerRow("1", "2026-03-09T22:00:00")]);
  ledger.listing = { ...ledger.listing, takesLastDayWhole: true };
  ledger.failure = ({ to = "" }) => (to >= "2026-03-10" ? new AppError("gateway_invalid") : undefined);
  const source = openSource(ledger);
  const state = await ensureLedgerRead(source.inZone("UTC"), { days: { from: "2026-03-01" }, budgetMs });
  expect(state).toMatchObject({ isComplete: false, problem: { code: "ledger_incomplete" } });
  expect(await stored(source)).toHaveLength(1);
  expect(await reachesNow(source.inZone("UTC"))).toBe(true);
  ledger.failure = ({ to = "" }) => (to >= "2026-03-11" ? new AppError("gateway_invalid") : undefined);
  ledger.rows.push(ledgerRow("2", "2026-03-10T00:10:00"));
  source.clock.advance(11_000);
  await ensureLedgerRead(source.inZone("UTC"), { days: { from: "2026-03-01" }, budgetMs });
  expect(await stored(source)).toHaveLength(2);
});
