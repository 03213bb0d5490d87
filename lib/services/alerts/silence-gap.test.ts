import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { dayMs, dayNumberAt, toDayText } from "#lib/core/days.ts";
import { saveLedgerRead } from "#lib/db/ledger-sync/ledger-reads.ts";
import { noteLedgerRead } from "#lib/db/ledger-sync/ledger-sync.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { evaluateAlerts } from "./evaluate-alerts.ts";
import { listAlerts } from "./list-alerts.ts";
import { insertSales } from "./testing/insert-sales.ts";

/** Between two sales of a merchant; of all hours of the day within 17 days. */
const gapMs = 8.5 * 3_600_000;
/** A Wednesday at noon. */
const noonMs = Date.UTC(2026, 10, 11, 12);
const clock = fixedClock(noonMs);
const slugs = Array.from({ length: 12 }, (_, index) => `shop-${index + 1}`);
let fixture: TestFixture;
beforeAll(async () => {
  const secrets = { partnerId: "p", applicationId: "a", clientId: "client_x", clientSecret: "secret_x" };
  const merchants = slugs.map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: `sec_${slug}` }));
  fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", merchants, ...secrets }, clock });
  const times = Array.from({ length: 230 }, (_, index) => noonMs - index * gapMs);
  for (const slug of slugs) await insertSales(fixture, slug, { times, isNotified: false });
  const readAt = new Date(noonMs);
  await fixture.store.db.update(ledgerSync).set({ recentReadAt: readAt, historyReadAt: readAt });
});
afterAll(() => fixture.drop());

async function findSilentAt(atMs: number) {
  clock.advance(atMs - clock.now());
  await evaluateAlerts(fixture.ctx());
  const { items } = await listAlerts(fixture.ctx(), { environment, input: {} });
  return items.filter(({ rule }) => rule === "silence").map(({ merchant, count }) => [merchant, count]);
}

/** A reading of all days from that time on until now. */
async function saveRead(slug: string, fromMs: number): Promise<void> {
  const { id: merchantId } = await fixture.merchant(slug);
  const { zone } = await fixture.ctx().gateways.environment(environment);
  const [fromDay, toDay] = [fromMs, clock.now()].map((atMs) => toDayText(dayNumberAt(atMs, zone)));
  if (fromDay === undefined || toDay === undefined) throw new Error("There are no days.");
  await saveLedgerRead(fixture.store.db, { merchantId, fromDay, toDay, zone, readAt: new Date(clock.now()) });
}

test("days that were missed and not read yet are no silence, and those that were read are, whatever is with the history before", async () => {
  expect(await findSilentAt(noonMs)).toEqual([]);
  // The dashboard was away for a week: it reads today and yesterday first, then what it missed. Meanwhile all but one sold on.
  const backMs = noonMs + 7 * dayMs;
  clock.advance(backMs - clock.now());
  for (const slug of slugs) {
    await noteLedgerRead(fixture.store.db, (await fixture.merchant(slug)).id, {
      ...{ readAt: new Date(backMs), isWhole: false, rowsPerDay: 1 },
    });
    await saveRead(slug, backMs - dayMs);
  }
  expect(await findSilentAt(backMs + 60_000)).toEqual([]);
  const times = Array.from({ length: 19 }, (_, index) => noonMs + (index + 1) * gapMs);
  for (const slug of slugs.slice(1)) await insertSales(fixture, slug, { times, isNotified: false });
  for (const slug of slugs) await saveRead(slug, noonMs);
  expect(await findSilentAt(backMs + 10 * 60_000)).toEqual([["shop-1", 1]]);
});
