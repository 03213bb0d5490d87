import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { toDayNumber } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import type { Transaction, TransactionPage } from "#lib/gateway/records.ts";
import type { TransactionsQuery } from "#lib/gateway/requests.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { checkWindow } from "./check-window.ts";
import { ensureLedgerRead } from "./ensure-ledger-read.ts";
import { findLedgerGaps } from "./freshness.ts";
import type { LedgerSource } from "./ports.ts";
import { ledgerRow, type PagedLedger, pagedLedger } from "./testing/paged-ledger.ts";

let store: TestStore;
const vault = createTestVault();
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const noon = Date.parse("2026-03-10T12:00:00+02:00");
const march = { days: { from: "2026-03-01" }, budgetMs: 10_000 };
const window = { from: toDayNumber("2026-03-01"), to: toDayNumber("2026-03-09") };

function source(gateway: PagedLedger) {
  const merchant = { id: randomUUID(), slug: "cafe", environment: "sandbox" };
  return { db: store.db, vault, clock: fixedClock(noon), merchant, gateway, zone: "Europe/Sofia" };
}

async function storedIds({ merchant }: LedgerSource): Promise<string[]> {
  const query = { environment: "sandbox", merchantIds: [merchant.id], order: "oldest" as const, limit: 500 };
  return (await listTransactionRows(store.db, query)).map((row) => row.id).toSorted();
}

/** Nine days in chronological order. */
const rows = (count: number, accountNumber = "A"): Transaction[] =>
  Array.from({ length: count }, (_, at) => {
    const minute = String(at % 60).padStart(2, "0");
    return ledgerRow(`${accountNumber}${1000 + at}`, `2026-03-0${1 + Math.floor((at * 9) / count)}T10:${minute}:00`, {
      accountNumber,
    });
  }).toSorted((first, second) => (first.occurredAtText < second.occurredAtText ? -1 : 1));

const withoutDay = (page: TransactionPage, day: string): TransactionPage => {
  const left = page.rows.filter(({ occurredAtText }) => !occurredAtText.startsWith(day));
  return { ...page, rows: left, received: left.length, totalCount: left.length };
};

const idsOf = (ledger: PagedLedger) => ledger.rows.flatMap((row) => row.id ?? []).toSorted();
const firstPageAlways =
  (ledger: PagedLedger) =>
  (_: TransactionPage, query: TransactionsQuery): TransactionPage => {
    const fitting = ledger.rows.filter(({ occurredAtText }) => {
      const day = occurredAtText.slice(0, 10);
      return day >= (query.from ?? "") && day <= (query.to ?? "");
    });
    const first = fitting.slice(0, 100);
    return {
      rows: first,
      received: first.length,
      page: query.page,
      pageSize: 100,
      totalPages: null,
      totalCount: null,
      hasNext: true,
    };
  };

describe("a reading", () => {
  test("with an empty page in the middle continues, and its days are read in halves until all rows are stored", async () => {
    const ledger = pagedLedger(rows(250));
    ledger.distort = (page, query) => (query.page === 2 ? { ...page, rows: [] } : page);
    const from = source(ledger);
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: true, problem: undefined });
    expect(await storedIds(from)).toEqual(idsOf(ledger));
  });

  test("that never returns the announced total marks only those days incomplete, and is not repeated at once", async () => {
    const ledger = pagedLedger(rows(90));
    ledger.distort = (page, { from = "", to = "" }) =>
      from <= "2026-03-05" && to >= "2026-03-05" ? { ...page, totalCount: (page.totalCount ?? 0) + 1 } : page;
    const from = source(ledger);
    expect(await ensureLedgerRead(from, march)).toMatchObject({
      isComplete: false,
      isKnown: true,
      problem: { code: "ledger_incomplete" },
    });
    expect(await storedIds(from)).toEqual(idsOf(ledger));
    const asked = ledger.asked.length;
    const later = { days: { from: "2026-03-06" }, budgetMs: 10_000 };
    expect(await ensureLedgerRead(from, later)).toMatchObject({ isComplete: true, problem: undefined });
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: false, problem: { code: "ledger_incomplete" } });
    expect(ledger.asked).toHaveLength(asked);
    ledger.distort = (page) => page;
    from.clock.advance(16 * 60_000);
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: true, problem: undefined });
  });

  test("whose announced total is always wrong costs at most twice as much", async () => {
    const ledger = pagedLedger(rows(480), { pageSize: 20 });
    ledger.distort = (page) => ({ ...page, totalCount: 10_000 });
    const from = source(ledger);
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: false, problem: { code: "ledger_incomplete" } });
    expect(await storedIds(from)).toEqual(idsOf(ledger));
    expect(ledger.asked.length).toBeLessThanOrEqual(2 * 24 + 20);
  });

  // A gateway west of the assumed zone starts its days later, and refuses ours as future days.
  test.each([
    { end: "whole", incomplete: [{ from: "2026-03-10", to: "2026-03-10" }], lacks: 0 },
    { end: "midnight", incomplete: [{ from: "2026-03-09", to: "2026-03-10" }], lacks: 10 },
  ])(
    "where even today may not be asked for and to_date is $end, ends yesterday and says so",
    async ({ end, incomplete, lacks }) => {
      const ledger = pagedLedger(rows(90));
      ledger.failure = ({ to = "" }) => (to > "2026-03-09" ? new AppError("gateway_invalid") : undefined);
      if (end === "midnight") ledger.distort = (page, { to = "" }) => withoutDay(page, to);
      const from = source(ledger);
      expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: false, problem: { code: "ledger_incomplete" } });
      expect((await findLedgerGaps(from)).incomplete).toEqual(incomplete);
      expect((await storedIds(from)).length).toBe(90 - lacks);
      expect(ledger.asked.length).toBeLessThanOrEqual(20);
      ledger.failure = ({ to = "" }) => (to > "2026-03-10" ? new AppError("gateway_invalid") : undefined);
      ledger.distort = (page) => page;
      from.clock.advance(16 * 60_000);
      await ensureLedgerRead(from, march);
      expect(await storedIds(from)).toEqual(idsOf(ledger));
    },
  );

  test("of pages that only repeat is detected after one, and its days are read in halves", async () => {
    const ledger = pagedLedger(rows(250));
    ledger.distort = firstPageAlways(ledger);
    const from = source(ledger);
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: true, problem: undefined });
    expect(await storedIds(from)).toEqual(idsOf(ledger));
    expect(ledger.asked.length).toBeLessThanOrEqual(25);
  });

  test("of a day with more rows than the only page is incomplete", async () => {
    const busy = Array.from({ length: 130 }, (_, at) => ledgerRow(`B${at}`, "2026-03-05T12:00:00"));
    const ledger = pagedLedger(
      [...rows(90), ...busy].toSorted((first, second) => (first.occurredAtText < second.occurredAtText ? -1 : 1)),
    );
    ledger.distort = firstPageAlways(ledger);
    const from = source(ledger);
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: false, problem: { code: "ledger_incomplete" } });
    const last = { days: { from: "2026-03-07" }, budgetMs: 10_000 };
    expect(await ensureLedgerRead(from, last)).toMatchObject({ isComplete: true, problem: undefined });
  });

  test("without a total is complete at a short page followed by nothing", async () => {
    const ledger = pagedLedger(rows(230));
    ledger.distort = (page) => ({ ...page, totalPages: null, totalCount: null, hasNext: page.rows.length > 0 });
    const from = source(ledger);
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: true, problem: undefined });
    expect(await storedIds(from)).toEqual(idsOf(ledger));
    expect(ledger.asked).toHaveLength(4);
  });

  test("of pages shorter than requested returns every row", async () => {
    const ledger = pagedLedger(rows(230));
    ledger.distort = (_, query) => {
      const start = (query.page - 1) * 30;
      const fitting = ledger.rows.filter(({ occurredAtText }) => occurredAtText.slice(0, 10) >= (query.from ?? ""));
      const cut = fitting.slice(start, start + 30);
      return {
        rows: cut,
        received: cut.length,
        page: query.page,
        pageSize: 100,
        totalPages: null,
        totalCount: null,
        hasNext: cut.length > 0,
      };
    };
    const from = source(ledger);
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: true, problem: undefined });
    expect(await storedIds(from)).toEqual(idsOf(ledger));
  });
});

describe("a check", () => {
  async function readOnce(ledger: PagedLedger) {
    const from = source(ledger);
    await ensureLedgerRead(from, march);
    from.clock.advance(16 * 60_000);
    return from;
  }

  test("keeps the rows of an account that is no longer listed", async () => {
    const accounts = ["A", "B"];
    const ledger = pagedLedger([...rows(40), ...rows(20, "B")], { accounts });
    const from = await readOnce(ledger);
    const storedBefore = await storedIds(from);
    expect(storedBefore).toHaveLength(60);
    accounts.pop();
    await checkWindow(
      { ...from, gateway: { ...ledger, listAccounts: async () => (await ledger.listAccounts()).slice(0, 1) } },
      { window },
    );
    expect(await storedIds(from)).toEqual(storedBefore);
  });

  test("keeps rows that a short page omits, and reports its days as incomplete", async () => {
    const ledger = pagedLedger(rows(40));
    const from = await readOnce(ledger);
    ledger.distort = (page) => ({ ...page, rows: page.rows.slice(0, -1) });
    expect(await checkWindow(from, { window })).toEqual({ differing: [], isComplete: false });
    expect(await storedIds(from)).toEqual(idsOf(ledger));
  });

  test("removes a row missing from two readings, and none missing from only one", async () => {
    const ledger = pagedLedger(rows(40));
    const from = await readOnce(ledger);
    const [gone, hidden] = [ledger.rows[4], ledger.rows[20]];
    ledger.rows = ledger.rows.filter((row) => row !== gone);
    const expected = idsOf(ledger);
    let readings = 0;
    ledger.distort = (page, query) => {
      readings += query.page === 1 ? 1 : 0;
      if (readings > 1) return page;
      const left = page.rows.filter((row) => row !== hidden);
      return { ...page, rows: left, totalCount: (page.totalCount ?? 0) - page.rows.length + left.length };
    };
    expect(await checkWindow(from, { window })).toMatchObject({ isComplete: true });
    expect(await storedIds(from)).toEqual(expected);
  });

  test("and another reading of the merchant never run at once", async () => {
    const ledger = pagedLedger(rows(40));
    const from = source(ledger);
    const opened = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    ledger.gate = () => {
      begun.resolve();
      return opened.promise;
    };
    const check = checkWindow(from, { window });
    await begun.promise;
    expect(await ensureLedgerRead(from, { ...march, budgetMs: 50 })).toMatchObject({ isComplete: false });
    expect(ledger.asked).toHaveLength(1);
    opened.resolve();
    await check;
    expect(await ensureLedgerRead(from, march)).toMatchObject({ isComplete: true });
  });
});
