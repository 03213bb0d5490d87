import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayNumberAt, toDayNumber } from "#lib/core/days.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import { defaultGatewayOptions } from "#lib/gateway/default-options.ts";
import { toOptions } from "#lib/gateway/profile/to-options.ts";
import type { GatewayOptions, MerchantGateway } from "#lib/gateway/types.ts";
import { checkWindow } from "#lib/ledger-sync/check-window.ts";
import { ensureLedgerRead } from "#lib/ledger-sync/ensure-ledger-read.ts";
import { findLedgerGaps } from "#lib/ledger-sync/freshness.ts";
import type { LedgerSource } from "#lib/ledger-sync/ports.ts";
import { createReadingFixture, type ReadingFixture, terminalId } from "#lib/ledger-sync/testing/reading-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { defaultSandboxSettings, type SandboxSettings, sandboxReadings } from "#lib/sandbox/settings.ts";

type Settings = Partial<SandboxSettings>;
type Row = { id: string; reference: string | null; atMs: number };

const options = { tags: ["long"], meta: { slow: "Reads a small ledger over HTTP in each of some hundred pairs of readings." } };
const readings: [string, Settings][] = Object.entries(sandboxReadings);
const singles = readings.map(([names, settings], at) => ({ names, settings, copy: `single-${at}` }));
const pairs = pairUp().map((pair, at) => ({ ...pair, copy: `pair-${at}` }));

/** All pairs of settings that do not contradict each other. */
function pairUp(): { names: string; settings: Settings }[] {
  return readings.flatMap(([name, one], at) =>
    readings.slice(at + 1).flatMap(([otherName, other]) => {
      const isContrary = Object.entries(one).some(([key, value]) => (other[key as keyof Settings] ?? value) !== value);
      return isContrary ? [] : [{ names: `${name}, ${otherName}`, settings: { ...one, ...other } }];
    }),
  );
}

let fixture: ReadingFixture;
let rows: Row[];
beforeAll(async () => {
  fixture = await createReadingFixture([...singles, ...pairs].map(({ copy }) => copy));
  rows = fixture.rows.map(({ id, reference, occurredAt }) => ({ id: id ?? "", reference, atMs: occurredAt?.getTime() ?? 0 }));
});
afterAll(() => fixture.drop());

describe("a client that knows nothing of the gateway is right where it reads", () => {
  test.each(pairs)("$names", options, async ({ settings, copy }) => {
    await fixture.play(settings);
    const source = await fixture.open(copy);
    await expectLedger(source, settings, defaultGatewayOptions);
    await expectLookups(source.gateway, settings);
    await expectPayments(source.gateway, settings);
  });
});

describe("a client that has probed the gateway is right where it reads", () => {
  test.each(singles)("$names", options, async ({ settings, copy }) => {
    await fixture.play(settings);
    const { found } = await (await fixture.open(copy)).gateway.probe();
    const learned = toOptions(Object.fromEntries(found.map(({ question, answer }) => [question, answer])));
    const source = await fixture.open(copy, learned);
    await expectLedger(source, settings, learned);
    await expectLookups(source.gateway, settings);
    await expectPayments(source.gateway, settings);
  });
});

/** An account is required and none can be listed: nothing can be queried before staff name one. */
const isShut = ({ requireAccount, refuseAccounts }: Settings) => requireAccount === true && refuseAccounts === true;

/** Checks that every row is read or its day is incomplete, none is invented, and a check removes none. */
async function expectLedger(
  source: LedgerSource,
  settings: Settings,
  known: Pick<GatewayOptions, "pageSizeName">,
): Promise<void> {
  await fixture.callsOf();
  const state = await ensureLedgerRead(source, { budgetMs: 60_000 });
  expect(await fixture.callsOf("transactions", "accounts")).toBeLessThanOrEqual(2 * pagesNeeded(settings, known) + 20);
  if (isShut(settings)) {
    expect(state).toMatchObject({ isComplete: false, isKnown: false, problem: { code: "gateway_invalid" } });
    return;
  }
  const ids = await storedIds(source);
  const { incomplete } = await findLedgerGaps(source);
  const today = dayNumberAt(source.clock.now(), "UTC");
  const isShown = (day: number) => incomplete.some(({ from, to }) => toDayNumber(from) <= day && day <= toDayNumber(to));
  const unseen = rows.filter(({ id }) => !ids.has(id)).filter((row) => dayOf(row, settings) <= today);
  expect(unseen.filter((row) => !isShown(dayOf(row, settings)))).toEqual([]);
  expect([...ids].filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  expect(incomplete.filter(({ from }) => toDayNumber(from) < today - 1)).toEqual([]);
  expect(state.isComplete).toBe(incomplete.length === 0);
  expect(state.problem?.code).toBe(state.isComplete ? undefined : "ledger_incomplete");
  const { differing } = await checkWindow(source, { window: { from: today - 31, to: today } });
  expect(differing).toEqual([]);
  expect(await storedIds(source)).toEqual(ids);
}

async function storedIds({ db, merchant }: LedgerSource): Promise<Set<string>> {
  const query = { environment, merchantIds: [merchant.id], order: "oldest" as const, limit: 5_000 };
  return new Set((await listTransactionRows(db, query)).map((row) => row.id));
}

/** The day as written by the gateway. */
const dayOf = ({ atMs }: Row, { dateOffsetMinutes = 0 }: Settings) => dayNumberAt(atMs + dateOffsetMinutes * 60_000, "UTC");

/** The number of pages for an informed client; where only the first page is returned, it halves its days. */
function pagesNeeded(settings: Settings, { pageSizeName: known }: Pick<GatewayOptions, "pageSizeName">): number {
  const { pageSizeMax, pageSizeName, pageSizeDefault, ignorePage } = { ...defaultSandboxSettings, ...settings };
  const size = pageSizeName === known ? pageSizeMax : Math.min(pageSizeDefault, pageSizeMax);
  const accounts = 2;
  if (!ignorePage) return Math.ceil(rows.length / size) + accounts;
  const halved = (from: number, to: number): number => {
    const rowCount = rows.filter((row) => dayOf(row, settings) >= from && dayOf(row, settings) <= to).length;
    const middle = Math.floor((from + to) / 2);
    return rowCount < size || from === to ? 1 : 1 + halved(from, middle) + halved(middle + 1, to);
  };
  return halved(toDayNumber("2010-01-01"), dayNumberAt(Date.now(), "UTC"));
}

/** Checks that no known reference is missing and no unknown one found; without a proof of absence, it is not checked. */
async function expectLookups(gateway: MerchantGateway, settings: Settings): Promise<void> {
  const known = [...new Set(rows.flatMap(({ reference }) => reference ?? []))].slice(-40);
  const unknown = Array.from({ length: 10 }, (_, at) => `NOSUCH${at}`);
  const isSingly = settings.unknownInMultiple === "not_found" || settings.referencesInMultiple === "none";
  const verdict = isSingly && settings.unknownReference === "bad_request" ? "error" : "missing";
  await fixture.callsOf();
  const results = await gateway.lookupReferences([...known, ...unknown]);
  expect(results.map((result) => `${result.reference} ${result.verdict}`)).toEqual([
    ...known.map((reference) => `${reference} found`),
    ...unknown.map((reference) => `${reference} ${verdict}`),
  ]);
  const needed = isSingly ? results.length : Math.ceil(results.length / (settings.multipleMax ?? 50));
  expect(await fixture.callsOf("multiple", "transaction")).toBeLessThanOrEqual(2 * needed + 20);
}

/** Its last two digits keep it in progress until it is canceled: it is never listed in the ledger. */
const waiting = { amountMinor: 1_207, currency: "EUR", terminalId };

async function expectPayments(gateway: MerchantGateway, { refuseTerminals, refusePayments }: Settings): Promise<void> {
  const refused = { code: "gateway_forbidden" };
  if (refuseTerminals) await expect(gateway.listTerminals()).rejects.toMatchObject(refused);
  else expect((await gateway.listTerminals()).map((terminal) => terminal.terminalId)).toContain(terminalId);
  if (refusePayments) {
    await expect(gateway.createPayment(waiting)).rejects.toMatchObject(refused);
    await expect(gateway.listPayments({ terminalId, page: 1 })).rejects.toMatchObject(refused);
    return;
  }
  const { id } = await gateway.createPayment(waiting);
  await gateway.cancelPayment(id);
  expect(await gateway.getPayment(id)).toMatchObject({ id, amountMinor: 1_207, status: "canceled" });
  const { rows: listed } = await gateway.listPayments({ terminalId, page: 1 });
  expect(listed.map((payment) => payment.id)).toContain(id);
}
