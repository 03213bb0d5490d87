import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { dayMs, dayNumberAt, toDayNumber, toDayText } from "#lib/core/days.ts";
import { type LedgerRead, listLedgerReads, replaceLedgerReads, saveLedgerRead } from "#lib/db/ledger-sync/ledger-reads.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { findLedgerGaps as findOrderGaps } from "#lib/services/order-check/ledger-days.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { missingDays } from "./day-ranges.ts";
import { ensureLedgerRead } from "./ensure-ledger-read.ts";
import { findLedgerCoverage, findLedgerGaps } from "./freshness.ts";
import { mergeReads } from "./merge-reads.ts";
import { loadStretches, readMissing } from "./read-ledger.ts";
import { type PagedLedger, pagedLedger } from "./testing/paged-ledger.ts";

let store: TestStore;
const vault = createTestVault();
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const zone = "Europe/Sofia";
const firstNoon = Date.parse("2026-02-01T12:00:00+02:00");
const hourMs = 3_600_000;

function openSource(gateway: PagedLedger) {
  const merchant = { id: randomUUID(), slug: "cafe", environment: "sandbox" };
  return { db: store.db, vault, clock: fixedClock(firstNoon), merchant, gateway, zone };
}

type Source = ReturnType<typeof openSource>;

/** As background sync reads a merchant. */
async function readRecent(source: Source): Promise<void> {
  const askedAtMs = source.clock.now();
  const today = dayNumberAt(askedAtMs, zone);
  const question = { askedAtMs, zone, keepsOldDays: false };
  await readMissing(source, { ...question, wanted: { from: today - 1, to: today } });
  await readMissing(source, { ...question, wanted: { from: today - 3, to: today - 2 }, endedFreshMs: 6 * hourMs });
}

const countReads = async ({ db, merchant }: Source) => (await listLedgerReads(db, { merchantId: merchant.id, zone })).length;

test("the readings of many days are few rows, after which the same days are unread as without merging", async () => {
  const gateway = pagedLedger([]);
  const source = openSource(gateway);
  await ensureLedgerRead(source, { budgetMs: 10_000 });
  let most = 0;
  for (let day = 0; day < 60; day++) {
    source.clock.advance(dayMs);
    await readRecent(source);
    most = Math.max(most, await countReads(source));
  }
  expect(most).toBeLessThan(25);
  const today = dayNumberAt(source.clock.now(), zone);
  const wanted = { from: toDayNumber("2010-01-01"), to: today };
  const later = { askedAtMs: source.clock.now() + hourMs, zone, keepsOldDays: true };
  expect(missingDays({ ...later, wanted, stretches: await loadStretches(source) })).toEqual([{ from: today - 2, to: today }]);
  const calls = gateway.asked.length;
  await ensureLedgerRead(source, { budgetMs: 10_000 });
  expect(gateway.asked.slice(calls)).toEqual([]);
  source.clock.advance(hourMs);
  expect(await ensureLedgerRead(source, { budgetMs: 10_000 })).toMatchObject({ isComplete: true, problem: undefined });
  expect(gateway.asked.slice(calls).map(({ from }) => from)).toEqual([toDayText(today - 2)]);
});

/** Two a day for some weeks, of which some are incomplete and some have no account. */
const manyReads = (merchantId: string): LedgerRead[] =>
  Array.from({ length: 50 }, (_, at) => {
    const readAt = new Date(firstNoon + Math.floor(at / 2) * dayMs + at * 60_000);
    const today = dayNumberAt(readAt.getTime(), zone);
    const [from, to] = at % 2 === 0 ? [today - 1, today] : [today - 3, today - 2];
    const days = { fromDay: toDayText(from), toDay: toDayText(to) };
    return { merchantId, ...days, readAt, isComplete: at % 11 !== 5, withoutAccount: at > 46, zone };
  });

test("each screen and the order check answer as before", async () => {
  const source = openSource(pagedLedger([]));
  const { merchant, clock } = source;
  for (const read of manyReads(merchant.id)) await saveLedgerRead(store.db, read);
  clock.advance(27 * dayMs);
  const today = dayNumberAt(clock.now(), zone);
  const days = Array.from({ length: 40 }, (_, at) => today - at);
  const answer = async () => {
    const { incomplete, withoutAccount } = await findLedgerGaps(source);
    const gapOf = await findOrderGaps(store.db, { merchantId: merchant.id, zone, today });
    const isOpen = (day: string) => incomplete.some(({ from, to }) => from <= day && day <= to);
    const whole = days.map((day) => findLedgerCoverage(source, { from: toDayText(day), to: toDayText(today - 4) }));
    return {
      withoutAccount,
      ...{ open: days.map((day) => isOpen(toDayText(day))), gaps: days.map(gapOf) },
      whole: (await Promise.all(whole)).map(({ isWhole }) => isWhole),
    };
  };
  const before = await answer();
  expect(new Set(before.gaps)).toEqual(new Set([undefined, "ledger_unread", "day_running"]));
  expect(before).toMatchObject({ withoutAccount: true, open: expect.arrayContaining([true, false]) });
  expect(before.whole).toEqual(expect.arrayContaining([true, false]));
  const count = await countReads(source);
  const merge = (reads: readonly LedgerRead[]) => mergeReads(reads, { nowMs: clock.now(), zone });
  await replaceLedgerReads(store.db, { merchantId: merchant.id, zone }, merge);
  expect(await countReads(source)).toBeLessThan(count);
  expect(await answer()).toEqual(before);
});

test("readings of another merchant and of another zone are not merged with them", async () => {
  const source = openSource(pagedLedger([]));
  const key = { merchantId: source.merchant.id, zone };
  const other = openSource(pagedLedger([]));
  const [read] = manyReads(source.merchant.id);
  if (!read) throw new Error("no reading");
  await saveLedgerRead(store.db, read);
  await saveLedgerRead(store.db, { ...read, merchantId: other.merchant.id });
  await replaceLedgerReads(store.db, { ...key, zone: "UTC" }, () => []);
  await replaceLedgerReads(store.db, key, (reads) => reads.map((own) => ({ ...own, toDay: "2026-02-02" })));
  expect(await listLedgerReads(store.db, key)).toMatchObject([{ toDay: "2026-02-02" }]);
  expect(await listLedgerReads(store.db, { ...key, merchantId: other.merchant.id })).toMatchObject([{ toDay: "2026-02-01" }]);
});
