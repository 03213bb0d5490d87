import { type DayRange, dayNumberAt, toDayText } from "#lib/core/days.ts";
import { isAppError } from "#lib/core/errors.ts";
import { zoneSpreadMs } from "#lib/core/gateway-zone.ts";
import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import { type CheckpointKey, dropCheckpoint, findCheckpoint, saveCheckpoint } from "#lib/db/ledger-sync/ledger-checkpoints.ts";
import { gatewayRefusal } from "#lib/gateway/error-response.ts";
import { pageMemoryOf } from "./page-memory.ts";
import type { LedgerSource } from "./ports.ts";
import { type PageReading, type PagesRead, readPages } from "./read-pages.ts";
import type { ReadingProgress } from "./row-writer.ts";
import type { AccountReading } from "./storing.ts";
import { storing } from "./storing.ts";

/** A checkpoint older than this is discarded: its pages may have shifted. */
const resumeWithinMs = 30 * 60_000;

/**
 * Reads one account's days and returns those for which not every row is known to be read. Incomplete days are read in halves,
 * down to one day, as long as that returns more rows.
 */
export async function readAccount(account: AccountReading): Promise<DayRange[]> {
  const { reading, read } = await readWithinLimit(account);
  const incomplete = read.outcome === "complete" ? [] : await readInHalves(reading, read);
  const { window, source } = reading;
  const last = lastRequestedDay(reading);
  // Days that could not be requested, and the last day that could where the midnight in `to_date` excludes it.
  const from = Math.max(window.from, pageMemoryOf(source).bringsLastDay ? last + 1 : last);
  return from <= window.to ? [...incomplete, { from, to: window.to }] : incomplete;
}

/** The latest day that may be requested, in days after today. */
type LimitedReading = AccountReading & { daysAhead: number };

/** Where a gateway refuses future days, the range ends tomorrow, today or, where its date is behind ours, yesterday. */
const limits = [Number.POSITIVE_INFINITY, 1, 0, -1];

/** Reads with the latest last day that the gateway accepts. */
async function readWithinLimit(account: AccountReading): Promise<{ reading: LimitedReading; read: PagesRead }> {
  const memory = pageMemoryOf(account.source);
  const asked = new Set<number>();
  let refusal: unknown;
  for (const daysAhead of limits.filter((limit) => limit <= memory.daysAhead)) {
    const reading = { ...account, daysAhead };
    const last = lastRequestedDay(reading);
    if (asked.has(last)) continue;
    asked.add(last);
    try {
      const read = await readWhole(reading);
      if (refusal !== undefined) noteLimit(reading, refusal);
      return { reading, read };
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.code !== "gateway_invalid") throw thrown;
      refusal ??= thrown;
    }
  }
  throw refusal;
}

/** A day that the gateway refuses because its date is behind ours is requested each time: it will be accepted later. */
function noteLimit({ source, daysAhead }: LimitedReading, refusal: unknown): void {
  const memory = pageMemoryOf(source);
  const wasKnown = memory.daysAhead <= 0;
  memory.daysAhead = Math.max(0, Math.min(memory.daysAhead, daysAhead));
  if (daysAhead !== 0 || wasKnown) return;
  const evidence = `GET /accounting/v1/transactions?to_date=(tomorrow) → ${gatewayRefusal(refusal)?.status ?? ""}, (today) → 200`;
  source.gateway.recordFact({ question: "future_dates", answer: "refused", evidence });
}

async function readInHalves(reading: LimitedReading, whole: PagesRead): Promise<DayRange[]> {
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
 * A day cannot be halved. Pages shorter by one row show where the last one ends; else pages may have shifted meanwhile, or the
 * only page contains the days before and after as well.
 */
async function readDayAgain(reading: LimitedReading, { outcome, onlyPage }: PagesRead): Promise<boolean> {
  pageMemoryOf(reading.source).ignoresPage = false;
  const isUnproved = outcome === "unproved" && onlyPage !== undefined;
  const part = isUnproved ? { pageSize: Math.max(1, onlyPage.length - 1) } : { daysBefore: 1 };
  const read = await readDays(reading, part);
  return read.outcome === "complete" || goesBeyond(read, reading);
}

/** Rows in chronological order that begin before the days and end after them. */
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
 * Requests one more day than needed: `to_date` may be the end of its day or its first instant. If today is included, adds as
 * many days as a gateway in another zone may be ahead.
 */
function lastRequestedDay({ window, source, daysAhead }: LimitedReading): number {
  const nowMs = source.clock.now();
  const today = dayNumberAt(nowMs, source.zone);
  const latest = window.to < today ? window.to : Math.max(window.to, dayNumberAt(nowMs + zoneSpreadMs, source.zone));
  return Math.min(latest + 1, today + daysAhead);
}

function readDays(
  reading: LimitedReading,
  { pageSize, daysBefore = 0, before, progress, ...pages }: Part = {},
): Promise<PagesRead> {
  const { source, window, accountNumber, now } = reading;
  const memory = pageMemoryOf(source);
  const last = lastRequestedDay(reading);
  const isCut = last <= window.to;
  const days = { from: toDayText(Math.min(window.from - daysBefore, last)), to: toDayText(last) };
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

/** Resumes an interrupted reading of the same days; if that leaves gaps, reads from the beginning. */
async function readWhole(reading: LimitedReading): Promise<PagesRead> {
  const { source, window, accountNumber, writer } = reading;
  const days = { fromDay: toDayText(window.from), toDay: toDayText(window.to) };
  const key = { merchantId: source.merchant.id, account: accountNumber ?? "", ...days };
  const { zone } = source;
  const { pageSize } = source.gateway.listing;
  const mayResume = reading.canResume !== false;
  const done = mayResume
    ? await findCheckpoint(source.db, key, { pageSize, zone, youngerThanMs: resumeWithinMs })
    : { page: 0, rows: 0 };
  // What cannot be resumed would pass its age on to the checkpoints of this reading.
  if (done.page === 0) await dropCheckpoint(source.db, key);
  const progress = createProgress(source.db, key, { pageSize, zone, done });
  // The day after the last one is read with its own days, unless it is in the future.
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

/** How many pages from the first on are stored; saved every few pages. */
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

/** Tracks up to which page all are done, and how many rows these had, in whatever order they end. */
function createPagesDone(first: { page: number; rows: number }): {
  add(page: { page: number; rows: number }): { page: number; rows: number };
} {
  const ahead = new Map<number, number>();
  let upTo = first;
  return {
    add({ page, rows }) {
      ahead.set(page, rows);
      for (let next = ahead.get(upTo.page + 1); next !== undefined; next = ahead.get(upTo.page + 1)) {
        ahead.delete(upTo.page + 1);
        upTo = { page: upTo.page + 1, rows: upTo.rows + next };
      }
      return upTo;
    },
  };
}
