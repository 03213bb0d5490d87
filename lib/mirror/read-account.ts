import { isAppError } from "#lib/core/errors.ts";
import { zoneSpreadMs } from "#lib/core/gateway-zone.ts";
import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import { gatewayRefusal } from "#lib/gateway/index.ts";
import { type CheckpointKey, dropCheckpoint, findCheckpoint, saveCheckpoint } from "#lib/store/ledger-checkpoints.ts";
import { type DayRange, dayNumberAt, toDayText } from "./days.ts";
import { pageMemoryOf } from "./page-memory.ts";
import { createPagesDone } from "./pages-done.ts";
import type { LedgerSource } from "./ports.ts";
import { type PageReading, type PagesRead, readPages } from "./read-pages.ts";
import type { AccountReading } from "./read-window.ts";
import type { ReadingProgress } from "./row-writer.ts";
import { storing } from "./storing.ts";

/** A reading that ended longer ago begins anew: its pages may have shifted. */
const resumeWithinMs = 30 * 60_000;

/**
 * Reads one account's days and answers those of which not every row is known to have come. Days that are not complete
 * are read in halves, down to one day, for as long as that brings something.
 */
export async function readAccount(reading: AccountReading): Promise<DayRange[]> {
  const read = await withTomorrow(reading, () => readWhole(reading));
  const incomplete = read.outcome === "complete" ? [] : await readInHalves(reading, read);
  const { window, source } = reading;
  const { bringsLastDay } = pageMemoryOf(source);
  return isCutAtLast(reading) && !bringsLastDay ? [...incomplete, { from: window.to, to: window.to }] : incomplete;
}

/** Whether no day behind the last one may be asked for: then a `to_date` that is a midnight would lack it. */
function isCutAtLast(reading: AccountReading): boolean {
  return pageMemoryOf(reading.source).refusesTomorrow && hasToday(reading);
}

function hasToday({ window, source }: AccountReading): boolean {
  return window.to >= dayNumberAt(source.clock.now(), source.zone);
}

/** Where the gateway refuses days that have not come yet, the days end tomorrow, or today. */
async function withTomorrow<Value>(reading: AccountReading, read: () => Promise<Value>): Promise<Value> {
  const memory = pageMemoryOf(reading.source);
  try {
    return await read();
  } catch (refusal) {
    if (!isAppError(refusal) || refusal.code !== "gateway_invalid" || memory.refusesTomorrow) throw refusal;
    if (!memory.refusesLater && hasToday(reading)) {
      memory.refusesLater = true;
      try {
        return await withTomorrow(reading, read);
      } catch (thrown) {
        memory.refusesLater = false;
        throw thrown;
      }
    }
    memory.refusesTomorrow = true;
    if (isCutAtLast(reading)) {
      try {
        const value = await read();
        const evidence = `GET /accounting/v1/transactions?to_date=(tomorrow) → ${gatewayRefusal(refusal)?.status ?? ""}, (today) → 200`;
        reading.source.gateway.noteFact({ question: "future_dates", answer: "refused", evidence });
        return value;
      } catch {}
    }
    memory.refusesTomorrow = false;
    throw refusal;
  }
}

async function readInHalves(reading: AccountReading, whole: PagesRead): Promise<DayRange[]> {
  const { from, to } = reading.window;
  if (from === to) return (await readDayAgain(reading, whole)) ? [] : [{ from, to }];
  const middle = Math.floor((from + to) / 2);
  const newer = { ...reading, window: { from: middle + 1, to } };
  const older = { ...reading, window: { from, to: middle } };
  const reads = [
    { half: newer, read: await readDays(newer) },
    { half: older, read: await readDays(older) },
  ];
  const open = reads.filter(({ read }) => read.outcome !== "complete");
  if (open.length === 2 && reads.every(({ read }) => read.ids.isSubsetOf(whole.ids))) return [{ from, to }];
  const incomplete: DayRange[] = [];
  for (const { half, read } of open) incomplete.push(...(await readInHalves(half, read)));
  return incomplete;
}

/**
 * A day cannot be halved. Pages by one row less show where the last one ends; else pages may have shifted meanwhile, or
 * the one page that comes holds the day before, the day and the day behind it.
 */
async function readDayAgain(reading: AccountReading, { outcome, onlyPage }: PagesRead): Promise<boolean> {
  pageMemoryOf(reading.source).ignoresPage = false;
  const isUnproved = outcome === "unproved" && onlyPage !== undefined;
  const part = isUnproved ? { pageSize: Math.max(1, onlyPage.length - 1) } : { daysBefore: 1 };
  const read = await readDays(reading, part);
  return read.outcome === "complete" || goesBeyond(read, reading);
}

/** Rows in the order of time that begin before the days and end behind them. */
function goesBeyond({ onlyPage = [] }: PagesRead, { window, source }: AccountReading): boolean {
  const times = onlyPage.map((row) => row.occurredAt?.getTime() ?? Number.NaN);
  const isRising = times.every((time, at) => at === 0 || time >= (times[at - 1] ?? Number.NaN));
  const from = startOfDay(toDayText(window.from), source.zone).getTime();
  const before = endOfDay(toDayText(window.to), source.zone).getTime();
  return isRising && (times[0] ?? from) < from && (times.at(-1) ?? 0) >= before;
}

type Part = Pick<PageReading, "firstPage" | "rowsBefore"> & {
  pageSize?: number;
  daysBefore?: number;
  before?: Date | undefined;
  progress?: ReadingProgress;
};

/**
 * One day more than wanted is asked for: `to_date` may be the end of its day or its first instant. With today so many more
 * as a gateway may be ahead whose zone is not the one in use.
 */
function lastAskedDay(reading: AccountReading): number {
  const { window, source } = reading;
  if (isCutAtLast(reading)) return window.to;
  if (!hasToday(reading) || pageMemoryOf(source).refusesLater) return window.to + 1;
  return Math.max(window.to, dayNumberAt(source.clock.now() + zoneSpreadMs, source.zone)) + 1;
}

function readDays(
  reading: AccountReading,
  { pageSize, daysBefore = 0, before, progress, ...pages }: Part = {},
): Promise<PagesRead> {
  const { source, window, accountNumber, now } = reading;
  const memory = pageMemoryOf(source);
  const isCut = isCutAtLast(reading);
  const days = { from: toDayText(window.from - daysBefore), to: toDayText(lastAskedDay(reading)) };
  const store = storing(reading, { progress, before });
  const lastDayMs = startOfDay(days.to, source.zone).getTime();
  return readPages({
    gateway: source.gateway,
    query: { accountNumber, ...days, ...(pageSize === undefined ? {} : { pageSize }) },
    memory,
    now,
    onRows: (rows, page, askedAt) => {
      if (isCut) memory.bringsLastDay ||= rows.some((row) => (row.occurredAt?.getTime() ?? 0) > lastDayMs);
      return store(rows, page, askedAt);
    },
    ...pages,
  });
}

/** Goes on where a reading of the same days ended before its time; what that leaves open is read from the beginning. */
async function readWhole(reading: AccountReading): Promise<PagesRead> {
  const { source, window, accountNumber, writer } = reading;
  const days = { fromDay: toDayText(window.from), toDay: toDayText(window.to) };
  const key = { merchantId: source.merchant.id, account: accountNumber ?? "", ...days };
  const { zone } = source;
  const { pageSize } = source.gateway.listing;
  const mayResume = reading.canResume !== false;
  const done = mayResume
    ? await findCheckpoint(source.db, key, { pageSize, zone, youngerThanMs: resumeWithinMs })
    : { page: 0, rows: 0 };
  const progress = createProgress(source.db, key, { pageSize, zone, done });
  // The day behind the last one is read with its own days, unless it has not come yet.
  const isPast = window.to < dayNumberAt(source.clock.now(), source.zone);
  const before = isPast ? endOfDay(days.toDay, source.zone) : undefined;
  let read = await readDays(reading, { firstPage: done.page + 1, rowsBefore: done.rows, progress, before });
  if (done.page > 0 && read.outcome !== "complete") read = await readDays(reading, { before });
  if (progress.isKept()) {
    await writer.flush();
    await dropCheckpoint(source.db, key);
  }
  return read;
}

const checkpointPages = 5;

/** How many pages from the first on are stored; kept every few pages. */
function createProgress(
  db: LedgerSource["db"],
  key: CheckpointKey,
  { pageSize, zone, done }: { pageSize: number; zone: string; done: { page: number; rows: number } },
): ReadingProgress & { isKept(): boolean } {
  const pagesDone = createPagesDone(done);
  let kept = done.page;
  let upTo = done;
  return {
    isKept: () => kept > 0,
    add(page) {
      upTo = pagesDone.add(page);
    },
    async save() {
      if (upTo.page < kept + checkpointPages) return;
      kept = upTo.page;
      await saveCheckpoint(db, key, { ...upTo, pageSize, zone });
    },
  };
}
