import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { dayMs } from "#lib/core/days.ts";
import { merchantRhythm } from "#lib/db/schema/alert.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import { saveTransactions } from "#lib/db/transactions/save-transactions.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { evaluateAlerts } from "./evaluate-alerts.ts";
import { listAlerts } from "./list-alerts.ts";

const hourMs = 3_600_000;
/** Between two sales of a merchant; of all hours of the day within six weeks. */
const gapMs = 110 * 60_000;
const slugs = Array.from({ length: 12 }, (_, index) => `shop-${index + 1}`);
/** A Wednesday at noon. */
const noonMs = Date.UTC(2026, 10, 25, 12);
const clock = fixedClock(noonMs);
let fixture: TestFixture;

beforeAll(async () => {
  const secrets = { partnerId: "p", applicationId: "a", clientId: "client_x", clientSecret: "secret_x" };
  const merchants = slugs.map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: `sec_${slug}` }));
  fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", merchants, ...secrets }, clock });
  const times = Array.from({ length: Math.floor((6 * 7 * dayMs) / gapMs) }, (_, index) => noonMs - index * gapMs);
  for (const slug of slugs) await save(slug, times);
  await setRead(noonMs);
});
afterAll(() => fixture.drop());

async function save(slug: string, times: readonly number[]): Promise<void> {
  const { id: merchantId } = await fixture.merchant(slug);
  const rows = times.map((atMs) => {
    const occurredAt = new Date(atMs);
    const money = { amountMinor: 100, amountText: "1.00", currency: "EUR", sign: "credit", type: "013" };
    const time = { occurredAt, occurredAtText: "", day: occurredAt.toISOString().slice(0, 10), readAt: occurredAt };
    return { ...bareTransaction, merchantId, environment, id: `${atMs}`, ...money, ...time, hasOwnTime: true, record: {} };
  });
  await fixture.store.db.transaction((tx) => saveTransactions(tx, fixture.ctx().vault, rows));
}

async function setRead(atMs: number, read: readonly string[] = slugs): Promise<void> {
  const ids = await Promise.all(read.map(async (slug) => (await fixture.merchant(slug)).id));
  await fixture.store.db
    .update(ledgerSync)
    .set({ recentReadAt: new Date(atMs), historyReadAt: new Date(atMs) })
    .where(inArray(ledgerSync.merchantId, ids));
}

async function evaluateAt(atMs: number) {
  clock.advance(atMs - clock.now());
  await Promise.all([evaluateAlerts(fixture.ctx()), evaluateAlerts(fixture.ctx())]);
  const { items } = await listAlerts(fixture.ctx(), { environment, input: {} });
  return items.filter(({ rule }) => rule === "silence").map(({ merchant, count, href }) => [merchant, count, href]);
}

test("a silent merchant raises one alert, of many at once one for all, and each ends with the next sale", async () => {
  expect(await evaluateAt(noonMs)).toEqual([]);
  const twoDays = noonMs + 2 * dayMs;
  const times = Array.from({ length: 26 }, (_, index) => noonMs + (index + 1) * gapMs);
  for (const slug of slugs.slice(1)) await save(slug, times);
  // Nothing is certain of a time that was not read.
  expect(await evaluateAt(twoDays)).toEqual([]);
  await setRead(twoDays);
  const sales = "transactions?type=009%2C013%2C016%2C022%2C035%2C501&sign=credit";
  expect(await evaluateAt(twoDays + hourMs)).toEqual([["shop-1", 1, `/sandbox/shop-1/${sales}`]]);
  const learned = await fixture.store.db.select().from(merchantRhythm).where(eq(merchantRhythm.salesPerYear, 0));
  expect(learned).toEqual([]);
  const fourDays = twoDays + 2 * dayMs;
  await setRead(fourDays);
  expect(await evaluateAt(fourDays)).toEqual([[undefined, 12, "/sandbox/merchants?status=silent"]]);
  for (const slug of slugs.slice(0, 11)) await save(slug, [fourDays + hourMs]);
  await setRead(fourDays + 2 * hourMs);
  const silent = [["shop-12", 1, `/sandbox/shop-12/${sales}`]];
  expect(await evaluateAt(fourDays + 2 * hourMs)).toEqual(silent);
  // However long there is none.
  const manyDays = fourDays + 41 * dayMs;
  await setRead(manyDays, ["shop-12"]);
  expect(await evaluateAt(manyDays)).toEqual(silent);
  await save("shop-12", [manyDays + hourMs]);
  await setRead(manyDays + 2 * hourMs, ["shop-12"]);
  expect(await evaluateAt(manyDays + 2 * hourMs)).toEqual([]);
});

test("an environment that cannot be opened hides no silence in another one", async () => {
  const ctx = fixture.ctx();
  const environmentOf: typeof ctx.gateways.environment = async (id) => {
    if (id !== environment) throw new Error("The value does not open with this key.");
    return ctx.gateways.environment(id);
  };
  const atMs = noonMs + 60 * dayMs;
  await setRead(atMs);
  clock.advance(atMs - clock.now());
  await evaluateAlerts({ ...ctx, gateways: { ...ctx.gateways, environment: environmentOf } });
  const { items } = await listAlerts(ctx, { environment, input: {} });
  expect(items.map(({ rule, merchant }) => [rule, merchant])).toContainEqual(["silence", "shop-12"]);
});
