import pLimit from "p-limit";
import { type DayRange, subtractRanges, toDayText } from "#lib/core/days.ts";
import { toAppError } from "#lib/core/errors.ts";
import { publishLive } from "#lib/db/events/events.ts";
import {
  deleteOtherZones,
  type LedgerRead,
  listLedgerReads,
  replaceLedgerReads,
  saveLedgerRead,
} from "#lib/db/ledger-sync/ledger-reads.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import { allSettled } from "./all-settled.ts";
import { missingDays, type Question, type Stretch, toStretch } from "./day-ranges.ts";
import { toWindows } from "./days-to-read.ts";
import { createJoiner } from "./join-next.ts";
import { knownAccounts } from "./known-accounts.ts";
import { underLedgerLease } from "./ledger-lease.ts";
import { mergeReads } from "./merge-reads.ts";
import { type DaysRead, isOwnTrouble, noteDaysRead, noteReadingFailed } from "./note-reading.ts";
import type { LedgerSource } from "./ports.ts";
import { readWindow, type WindowRead } from "./read-window.ts";
import { readingMemory } from "./reading-memory.ts";
import { createRowWriter } from "./row-writer.ts";
import { SyncRunStoppedError } from "./run-given-up-error.ts";

export type LedgerQuestion = Omit<Question, "stretches"> & {
  /** Called with each page as it arrives, when this request started the reading. */
  onPage?: ((rows: readonly NewTransaction[]) => void) | undefined;
};

const callsAtOnce = 6;

const joinLoading = createJoiner();

/** The days of a merchant's ledger that were read so far, in the zone in use. */
export async function loadStretches({ db, merchant, zone }: Pick<LedgerSource, "db" | "merchant" | "zone">): Promise<Stretch[]> {
  const reads = await joinLoading(`${merchant.id} ${zone}`, () => listLedgerReads(db, { merchantId: merchant.id, zone }));
  return reads.map(toStretch);
}

/**
 * Reads the days that the request still misses. One reading for each merchant at a time, in this process and, by a lease, in
 * all; concurrent callers wait for it and share its failure.
 */
export async function readMissing(source: LedgerSource, question: LedgerQuestion): Promise<void> {
  const { flights, paces } = readingMemory();
  for (;;) {
    // A caller is now waiting for the background reading.
    if (!source.pace) paces.get(source.merchant.id)?.hurry();
    await flights.get(source.merchant.id)?.catch(unlessRunStopped);
    if ((await findMissing(source, question)).length === 0) return;
    if (flights.has(source.merchant.id)) continue;
    const flight = remembered(source, readExclusively(source, question)).finally(() => {
      flights.delete(source.merchant.id);
      paces.delete(source.merchant.id);
    });
    flights.set(source.merchant.id, flight);
    if (source.pace) paces.set(source.merchant.id, source.pace);
    return flight;
  }
}

/** Why the last reading of a merchant failed in this process, when none of these readings, of any process, began since. */
export function lastFailure({ merchant }: Pick<LedgerSource, "merchant">, stretches: readonly Stretch[]): unknown {
  const failure = readingMemory().failures.get(merchant.id);
  const isOver = failure && stretches.some(({ readAtMs, isForgotten }) => isForgotten !== true && readAtMs > failure.atMs);
  return isOver ? undefined : failure?.cause;
}

async function remembered(source: LedgerSource, reading: Promise<DaysRead | undefined>): Promise<void> {
  const { failures } = readingMemory();
  const { id } = source.merchant;
  try {
    const read = await reading;
    failures.delete(id);
    if (read) await noteDaysRead(source, read).catch(() => {});
  } catch (cause) {
    // Too many calls are ours to mend, but those who look at the rows are told why they wait.
    if (!isOwnTrouble(cause) || toAppError(cause).code === "gateway_throttled")
      failures.set(id, { cause, atMs: source.clock.now() });
    await noteReadingFailed(source, cause);
    throw cause;
  }
}

function unlessRunStopped(cause: unknown): void {
  if (!(cause instanceof SyncRunStoppedError)) throw cause;
}

async function findMissing(source: LedgerSource, question: LedgerQuestion): Promise<DayRange[]> {
  return missingDays({ ...question, stretches: await loadStretches(source) });
}

async function readExclusively(source: LedgerSource, question: LedgerQuestion): Promise<DaysRead | undefined> {
  return underLedgerLease(source, {
    work: () => readWindows(source, question),
    isNeeded: async () => (await findMissing(source, question)).length > 0,
  });
}

/** The newest days first, then the rest concurrently, limited to a few calls at a time. */
async function readWindows(source: LedgerSource, question: LedgerQuestion): Promise<DaysRead | undefined> {
  const missing = await findMissing(source, question);
  const [newest, ...older] = source.gateway.listing.sendDates ? toWindows(missing) : toOneWindow(missing);
  if (!newest) return undefined;
  await deleteOtherZones(source.db, { merchantId: source.merchant.id, zone: source.zone });
  const accounts = await knownAccounts(source);
  const limited = limitCalls(source);
  let changed = 0;
  const onChanged = async (rows: number) => {
    changed += rows;
  };
  const writer = createRowWriter(source, { onChanged });
  const readAt = new Date(source.clock.now());
  let rows = 0;
  const onPage = (page: readonly NewTransaction[]) => {
    rows += page.length;
    question.onPage?.(page);
  };
  const read = async (window: DayRange) => {
    const read = await readWindow({ source: limited, window, accounts, writer, onPage });
    const withoutAccount = accounts.length === 0;
    await saveRead(source, { window, ...read, withoutAccount });
  };
  await read(newest);
  await allSettled(older.map(read));
  await mergeStoredReads(source, question);
  if (changed > 0) await announceEnd(source, changed);
  return { ...question, readAt, rows, days: [newest, ...older].reduce((sum, { from, to }) => sum + to - from + 1, 0) };
}

type Saved = Pick<WindowRead, "readAt" | "incomplete"> & { window: DayRange; withoutAccount: boolean };

async function saveRead({ db, merchant, zone }: LedgerSource, { window, readAt, incomplete, withoutAccount }: Saved) {
  const complete = subtractRanges(window, incomplete);
  const open = subtractRanges(window, complete);
  for (const [ranges, isComplete] of [[complete, true] as const, [open, false] as const]) {
    for (const { from, to } of ranges) {
      const days = { fromDay: toDayText(from), toDay: toDayText(to) };
      await saveLedgerRead(db, { merchantId: merchant.id, ...days, readAt, isComplete, withoutAccount, zone });
    }
  }
}

/** Merging saves at least this many rows, so that it is not done at each reading. */
const savedMin = 10;

/** Each day's readings leave rows: without merging there would be as many as the merchant has days. */
async function mergeStoredReads({ db, merchant, zone }: LedgerSource, { askedAtMs }: LedgerQuestion): Promise<void> {
  const key = { merchantId: merchant.id, zone };
  const merge = (reads: readonly LedgerRead[]) => mergeReads(reads, { nowMs: askedAtMs, zone });
  const reads = (await listLedgerReads(db, key)).filter(({ isForgotten }) => !isForgotten);
  if (reads.length - merge(reads).length >= savedMin) await replaceLedgerReads(db, key, merge);
}

/** Without dates, a reading goes through the list from its newest row: once for all days. */
function toOneWindow(missing: readonly DayRange[]): DayRange[] {
  const [oldest] = missing;
  const newest = missing.at(-1);
  return oldest && newest ? [{ from: oldest.from, to: newest.to }] : [];
}

function limitCalls(source: LedgerSource): LedgerSource {
  const limit = pLimit(callsAtOnce);
  const readTransactions: LedgerSource["gateway"]["readTransactions"] = (query) =>
    limit(() => source.gateway.readTransactions(query));
  return { ...source, gateway: { ...source.gateway, listAccounts: () => source.gateway.listAccounts(), readTransactions } };
}

async function announceEnd({ db, merchant }: LedgerSource, rows: number): Promise<void> {
  const data = { state: "read", rows };
  await publishLive(db, { environment: merchant.environment, merchantId: merchant.id, type: "mirror", data });
}
