// @module-tag long: reads whole ledgers through a gateway of its own.

import { afterEach, describe, expect, test } from "vitest";
import { dayNumberAt, toDayNumber, toDayText } from "#lib/core/days.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { checkWindow } from "#lib/ledger-sync/check-window.ts";
import { ensureLedgerRead } from "#lib/ledger-sync/ensure-ledger-read.ts";
import type { LedgerSource } from "#lib/ledger-sync/ports.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { defaultSandboxSettings, type SandboxSettings, sandboxReadings } from "#lib/sandbox/settings.ts";
import { getLedgerSync } from "../ledger-sync/sync-runs.ts";

const slug = "zum-anker";
const slow = { meta: { slow: "Fills a store from a gateway of its own and reads the gateway once more to compare." } };
const readings = Object.entries(sandboxReadings).map(([name, settings]) => ({
  name,
  settings: settings as Partial<SandboxSettings>,
}));

let fixture: SandboxFixture | undefined;
afterEach(() => fixture?.drop());

async function openFixture(settings: Partial<SandboxSettings>, transactions = 10_000): Promise<SandboxFixture> {
  fixture = await createSandboxFixture({ transactions, slugs: [slug], settings });
  return fixture;
}

const openGateway = async (of: SandboxFixture) => of.ctx().gateways.forMerchant(await of.merchant(slug));

const atOnce = { settleMinMs: 0, settleSpreadMs: 0, listingLagMs: 0 };

/** Early in the day the gateway has no other row of today. */
async function payToday(of: SandboxFixture): Promise<void> {
  const gateway = await openGateway(of);
  const { id } = await gateway.createPayment({ amountMinor: 1_200, currency: "EUR", terminalId: "81000801" });
  expect(await gateway.getPayment(id)).toMatchObject({ status: "success" });
}

/** How many rows the gateway lists from this day on. */
async function countFrom(from: string, { gateway }: Pick<LedgerSource, "gateway">): Promise<number> {
  return (await gateway.readTransactions({ from, page: 1 })).rows.length;
}

type Listed = { id: string; reference: string | null; day: string; at: Date | null };

/** The gateway's rows, read while it hides nothing. */
async function listAll(of: SandboxFixture): Promise<Listed[]> {
  await of.gateway.control({ method: "POST", name: "settings", body: { ...defaultSandboxSettings, ...atOnce } });
  const gateway = await openGateway(of);
  const rows = [];
  for (let page = 1; ; page++) {
    const answer = await gateway.readTransactions({ from: "2010-01-01", to: "2035-01-01", order: "asc", page });
    for (const { id, reference, occurredAt, occurredAtText } of answer.rows)
      rows.push({ id: id ?? "", reference, day: occurredAtText.slice(0, 10), at: occurredAt });
    if (!answer.hasNext) return rows;
  }
}

async function openSource(of: SandboxFixture): Promise<LedgerSource> {
  const { db, vault, clock } = of.ctx();
  return { db, vault, clock, merchant: await of.merchant(slug), gateway: await openGateway(of), zone: "UTC" };
}

async function storedIds({ db, merchant }: LedgerSource): Promise<string[]> {
  const query = { environment, merchantIds: [merchant.id], order: "oldest" as const, limit: 5_000 };
  return (await listTransactionRows(db, query)).map((row) => row.id).toSorted();
}

async function callsOf(of: SandboxFixture, names: readonly string[]): Promise<number> {
  const { calls } = (await of.control("stats")) as { calls: Record<string, number> };
  return names.reduce((sum, name) => sum + (calls[name] ?? 0), 0);
}

/** The pages with which an informed client reads every row; where only the first page is returned, it halves its days. */
function pagesNeeded(rows: readonly { day: string }[], settings: Partial<SandboxSettings>): number {
  const size = settings.pageSizeMax ?? 100;
  const accounts = 2;
  if (settings.ignorePage !== true) return Math.ceil(rows.length / size) + accounts;
  const halved = (from: number, to: number): number => {
    const rowCount = rows.filter(({ day }) => toDayNumber(day) >= from && toDayNumber(day) <= to).length;
    const middle = Math.floor((from + to) / 2);
    return rowCount < size || from === to ? 1 : 1 + halved(from, middle) + halved(middle + 1, to);
  };
  return halved(toDayNumber("2010-01-01"), dayNumberAt(Date.now(), "UTC"));
}

describe("every row of the ledger is read, with few calls, where", () => {
  test.each(readings)("the gateway reads: $name", { ...slow, tags: ["long"] }, async ({ settings }) => {
    const of = await openFixture(atOnce);
    // The day is read once: the test may run over midnight.
    const startDay = toDayText(dayNumberAt(Date.now(), "UTC"));
    await payToday(of);
    const isListedLate = settings.listingDelayMs !== undefined;
    const booked = isListedLate ? await countFrom(startDay, { gateway: await openGateway(of) }) : 0;
    await of.gateway.control({ method: "POST", name: "settings", body: settings });
    const source = await openSource(of);
    if (isListedLate) await expect.poll(() => countFrom(startDay, source)).toBe(booked);
    await of.control("reset-stats", {});
    const state = await ensureLedgerRead(source, { budgetMs: 60_000 });
    const calls = await callsOf(of, ["transactions", "accounts"]);
    const ids = await storedIds(source);
    const today = dayNumberAt(Date.now(), "UTC");
    const check = await checkWindow(source, { window: { from: today - 31, to: today } });
    const rows = await listAll(of);
    expect(rows.some(({ day }) => day >= startDay)).toBe(true);
    expect(ids).toEqual(rows.map(({ id }) => id).toSorted());
    expect(state).toMatchObject({ isComplete: true, problem: undefined });
    expect(calls).toBeLessThanOrEqual(2 * pagesNeeded(rows, settings) + 20);
    expect(check).toEqual({ differing: [], isComplete: true });
    expect(await storedIds(source)).toEqual(ids);
  });

  test("the gateway differs in nearly everything", slow, async () => {
    const {
      "date-times-only": dates,
      "page-ignored": pages,
      "other-names": names,
      "accounts-refused": accounts,
    } = sandboxReadings;
    const settings = { ...dates, ...pages, ...names, ...accounts, pageSizeMax: 50 };
    const of = await openFixture(settings);
    const source = await openSource(of);
    const state = await ensureLedgerRead(source, { budgetMs: 60_000 });
    const calls = await callsOf(of, ["transactions", "accounts"]);
    const ids = await storedIds(source);
    const rows = await listAll(of);
    expect(ids).toEqual(rows.map(({ id }) => id).toSorted());
    expect(state).toMatchObject({ isComplete: true, problem: undefined });
    expect(calls).toBeLessThanOrEqual(2 * pagesNeeded(rows, settings) + 20);
  });
});

describe("no known reference is missing, and no unknown one found, where", () => {
  test.each(readings)("the gateway reads: $name", slow, async ({ settings }) => {
    const of = await openFixture({});
    const known = [...new Set((await listAll(of)).flatMap(({ reference }) => reference ?? []))].slice(-120);
    const unknown = Array.from({ length: 30 }, (_, at) => `NOSUCH${at}`);
    const asked = known.flatMap((reference, at) => [reference, ...(at % 4 === 0 ? [unknown[at / 4] ?? ""] : [])]);
    await of.gateway.control({ method: "POST", name: "settings", body: settings });
    const gateway = await openGateway(of);
    await of.control("reset-stats", {});
    const results = await gateway.lookupReferences(asked);
    expect(results.map(({ reference, verdict }) => `${reference} ${verdict}`)).toEqual(
      asked.map((reference) => `${reference} ${unknown.includes(reference) ? "missing" : "found"}`),
    );
    const isSingly = ["not_found", "none"].some((word) => (Object.values(settings) as unknown[]).includes(word));
    const needed = isSingly ? asked.length : Math.ceil(asked.length / (settings.multipleMax ?? 50));
    expect(await callsOf(of, ["multiple", "transaction"])).toBeLessThanOrEqual(2 * needed + 20);
  });

  test("an empty response is not yet shown to mean that nothing is known", slow, async () => {
    const of = await openFixture({});
    const gateway = await openGateway(of);
    const unknown = Array.from({ length: 200 }, (_, at) => `NOSUCH${at}`);
    await of.control("reset-stats", {});
    expect(new Set((await gateway.lookupReferences(unknown)).map(({ verdict }) => verdict))).toEqual(new Set(["missing"]));
    expect(await callsOf(of, ["multiple", "transaction"])).toBeLessThanOrEqual(2 * 4 + 20);
  });
});

test("a 400 for a single lookup does not prove absence: a reference is not checked", slow, async () => {
  const of = await openFixture(sandboxReadings["unknown-reference-400"]);
  const gateway = await openGateway(of);
  const unknown = Array.from({ length: 12 }, (_, at) => `NOSUCH${at}`);
  const results = await gateway.lookupReferences(unknown);
  expect(results).toEqual(unknown.map((reference) => ({ reference, verdict: "error", error: "gateway_invalid" })));
});

test("where future days are refused and to_date is a midnight, today is incomplete", slow, async () => {
  const of = await openFixture({ refuseFutureDates: true, toDate: "midnight" });
  const source = await openSource(of);
  const today = toDayText(dayNumberAt(Date.now(), "UTC"));
  const state = await ensureLedgerRead(source, { budgetMs: 60_000 });
  expect(state).toMatchObject({ isComplete: false, problem: { code: "ledger_incomplete" } });
  const { incomplete } = await getLedgerSync(of.ctx(), { environment, merchant: slug });
  expect(incomplete).toEqual([{ from: today, to: today }]);
  const rows = (await listAll(of)).filter(({ day }) => day < today);
  expect(await storedIds(source)).toEqual(rows.map(({ id }) => id).toSorted());
});

// Instants from the start of a UTC day omit rows before it that belong to the same day in the gateway's zone.
test.each([14, 2, -5, -12])(
  "where dates must have a time and are %i hours ahead of the zone we take, no row at the edge of days is lost",
  slow,
  async (hours) => {
    const of = await openFixture({});
    const aheadMs = hours * 3_600_000;
    const rows = (await listAll(of)).map(({ id, at }) => ({ id, local: new Date((at?.getTime() ?? 0) + aheadMs).toISOString() }));
    const byTime = rows.toSorted((left, right) => left.local.slice(11).localeCompare(right.local.slice(11)));
    const edge = hours > 0 ? byTime.at(0) : byTime.at(-1);
    const day = edge?.local.slice(0, 10) ?? "";
    const settings = { ...sandboxReadings["date-times-only"], dateOffsetMinutes: hours * 60 };
    await of.gateway.control({ method: "POST", name: "settings", body: settings });
    const source = await openSource(of);
    await ensureLedgerRead(source, { days: { from: day, to: day }, budgetMs: 60_000 });
    const ofDay = rows.filter(({ local }) => local.startsWith(day)).map(({ id }) => id);
    expect(ofDay).toContain(edge?.id);
    expect(await storedIds(source)).toEqual(expect.arrayContaining(ofDay));
    await ensureLedgerRead(source, { budgetMs: 60_000 });
    const window = { from: toDayNumber(day), to: toDayNumber(day) };
    expect(await checkWindow(source, { window })).toEqual({ differing: [], isComplete: true });
    expect(await storedIds(source)).toEqual(rows.map(({ id }) => id).toSorted());
  },
);

test("a chunk size that worked is remembered", slow, async () => {
  const of = await openFixture({ multipleMax: 7 });
  const gateway: MerchantGateway = await openGateway(of);
  const references = Array.from({ length: 70 }, (_, at) => `NOSUCH${at}`);
  await gateway.lookupReferences(references);
  await of.control("reset-stats", {});
  await gateway.lookupReferences(references);
  expect(await callsOf(of, ["multiple", "transaction"])).toBeLessThanOrEqual(14);
});

test("the values of a detail in another form are shown under their names", slow, async () => {
  const of = await openFixture(sandboxReadings["other-names"]);
  const reference = (await listAll(of)).find((row) => row.reference !== null)?.reference ?? "";
  const gateway = await openGateway(of);
  const { details } = await gateway.getTransaction(reference);
  await of.gateway.control({ method: "POST", name: "settings", body: sandboxReadings["other-names"] });
  const shown = (await gateway.getTransaction(reference)).details;
  for (const { label, value } of details.filter((row) => row.value !== ""))
    expect(shown).toContainEqual({ label: `values.${label}`, value });
  expect(shown).toContainEqual({ label: "kind.is_fee", value: "false" });
});

test("where accounts cannot be listed, the ledger is that of one unnamed account, and the page shows it", slow, async () => {
  const of = await openFixture(sandboxReadings["accounts-refused"]);
  expect(await getLedgerSync(of.ctx(), { environment, merchant: slug })).toMatchObject({ withoutAccount: false });
  await ensureLedgerRead(await openSource(of), { budgetMs: 60_000 });
  expect(await getLedgerSync(of.ctx(), { environment, merchant: slug })).toMatchObject({ withoutAccount: true, incomplete: [] });
});
