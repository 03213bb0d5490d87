import { type DayRange, toDayNumber, toDayText } from "#lib/core/days.ts";
import { markEstimated } from "#lib/core/zoned-time.ts";
import { deleteOtherZones } from "#lib/db/ledger-sync/ledger-reads.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import { rebuildLedgerDays } from "#lib/db/transaction-sums/rebuild-ledger-days.ts";
import { removeTransactions } from "#lib/db/transactions/remove-transactions.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import { listStoredKeys, sumStoredDays } from "#lib/db/transactions/stored-days.ts";
import { knownAccounts } from "./known-accounts.ts";
import { underLedgerLease } from "./ledger-lease.ts";
import { createListedRows, type ListedRows } from "./listed-rows.ts";
import type { LedgerSource } from "./ports.ts";
import { readWindow, type WindowRead } from "./read-window.ts";
import { createRowWriter } from "./row-writer.ts";

/** One day and currency in which the gateway and the database differed. */
export type DayDifference = {
  day: string;
  currency: string;
  gateway: { rows: number; sumMinor: string };
  stored: { rows: number; sumMinor: string };
};

type Sum = { rows: number; sumMinor: bigint };
type Options = { window: DayRange; onPage?: (rows: readonly NewTransaction[]) => void };

/**
 * Reads the whole days, whatever is stored, and updates the database to match the gateway's list: missing rows are added,
 * corrected ones replaced. Rows are removed only when two complete readings lack them, and never those of accounts that were
 * not read, nor those with an estimated day: the gateway may list them under another one. Runs under the merchant's ledger
 * lease. Returns the earlier differences and whether every row of the days was received; an incomplete day, or one that
 * retention removed, has no differences.
 */
export async function checkWindow(source: LedgerSource, options: Options): Promise<WindowCheck> {
  const checked = await underLedgerLease(source, { work: () => checkExclusively(source, options), isNeeded: async () => true });
  return checked ?? { differing: [], isComplete: false };
}

export type WindowCheck = { differing: DayDifference[]; isComplete: boolean };

async function checkExclusively(source: LedgerSource, { window, onPage }: Options): Promise<WindowCheck> {
  const days = { merchantId: source.merchant.id, fromDay: toDayText(window.from), toDay: toDayText(window.to) };
  await deleteOtherZones(source.db, { merchantId: source.merchant.id, zone: source.zone });
  const before = toSums(await sumStoredDays(source.db, days));
  const first = await readListed(source, { window, ...(onPage ? { onPage } : {}) });
  const stored = await listStoredKeys(source.db, days);
  const suspects = stored.filter((row) => row.readAt < first.startedAt && lacks(first, row));
  const second = suspects.length === 0 ? first : await readListed(source, { window });
  const removed = suspects.filter((row) => lacks(second, row));
  const { id: merchantId, environment } = source.merchant;
  await removeTransactions(source.db, { environment, merchantId, rows: removed });
  await rebuildLedgerDays(source.db, days);
  const keptFrom = (await findRetainedFrom(source.db, environment, "transactions")) ?? "";
  const found = differences(before, toSums(onStoredDays(first, stored)));
  const isOpen = (day: string) => first.incomplete.some(({ from, to }) => from <= toDayNumber(day) && toDayNumber(day) <= to);
  const differing = found.filter(({ day }) => day >= keptFrom && !isOpen(day));
  return { differing, isComplete: first.incomplete.length === 0 };
}

type Listed = WindowRead & Pick<ListedRows, "rows" | "accounts">;
type StoredKey = Awaited<ReturnType<typeof listStoredKeys>>[number];

async function readListed(source: LedgerSource, { window, onPage }: Options): Promise<Listed> {
  const { rows, accounts, add } = createListedRows(window);
  const note = (page: readonly NewTransaction[]) => {
    add(page);
    onPage?.(page);
  };
  const writer = createRowWriter(source, { onChanged: async () => {} });
  const asked = await knownAccounts(source);
  const read = await readWindow({ source, window, accounts: asked, writer, onPage: note, canResume: false });
  for (const accountNumber of read.accountNumbers) accounts.add(accountNumber ?? null);
  return { ...read, rows, accounts };
}

/** Whether a complete reading of the row's account lacks the row. */
function lacks({ rows, accounts, incomplete }: Listed, row: StoredKey): boolean {
  const day = toDayNumber(row.day);
  if (!accounts.has(row.accountNumber) || incomplete.some(({ from, to }) => from <= day && day <= to)) return false;
  if (markEstimated(row.occurredAtText).isTimeEstimated) return false;
  const found = rows.get(row.id);
  return !found || (found.day ?? row.day) !== row.day;
}

type DaySum = { day: string; currency: string; rows: number; sumMinor: string };

/** A row without a day of its own is compared by the day it is stored under; none when that is outside of the days read. */
function onStoredDays({ rows }: Listed, stored: readonly StoredKey[]): DaySum[] {
  const undated = stored.filter(({ id }) => rows.get(id)?.day === undefined);
  const storedDays = new Map(undated.map(({ id, day }) => [id, day]));
  return [...rows].flatMap(([id, { currency, amountMinor, ...row }]) => {
    const day = row.day ?? storedDays.get(id);
    return day === undefined ? [] : [{ day, currency, rows: 1, sumMinor: String(amountMinor ?? 0) }];
  });
}

function toSums(sums: readonly DaySum[]): Map<string, Sum> {
  const byName = new Map<string, Sum>();
  for (const { day, currency, rows, sumMinor } of sums) {
    const before = byName.get(`${day} ${currency}`) ?? nothing;
    byName.set(`${day} ${currency}`, { rows: before.rows + rows, sumMinor: before.sumMinor + BigInt(sumMinor) });
  }
  return byName;
}

const nothing: Sum = { rows: 0, sumMinor: 0n };

function differences(stored: ReadonlyMap<string, Sum>, listed: ReadonlyMap<string, Sum>): DayDifference[] {
  const names = [...new Set([...stored.keys(), ...listed.keys()])].toSorted();
  return names.flatMap((name) => {
    const [ours, theirs] = [stored.get(name) ?? nothing, listed.get(name) ?? nothing];
    if (ours.rows === theirs.rows && ours.sumMinor === theirs.sumMinor) return [];
    const [day = "", currency = ""] = name.split(" ");
    return [{ day, currency, gateway: inText(theirs), stored: inText(ours) }];
  });
}

function inText({ rows, sumMinor }: Sum): { rows: number; sumMinor: string } {
  return { rows, sumMinor: String(sumMinor) };
}
