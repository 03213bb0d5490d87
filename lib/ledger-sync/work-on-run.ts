import { type DayRange, toDayNumber, toDayText } from "#lib/core/days.ts";
import type { SyncRun } from "#lib/db/ledger-sync/sync-runs.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import { checkWindow, type DayDifference } from "./check-window.ts";
import { incompleteDays, missingDays } from "./day-ranges.ts";
import type { LedgerSource } from "./ports.ts";
import { loadStretches, readMissing } from "./read-ledger.ts";
import { SyncRunStoppedError } from "./run-given-up-error.ts";

export type RunProgress = {
  rows: number;
  pages: number;
  daysDone: number;
  checkedDay?: string;
  differing?: DayDifference[];
};

type Work = {
  source: LedgerSource;
  run: Pick<SyncRun, "kind" | "fromDay" | "toDay" | "createdAt" | "checkedDay" | "rows" | "pages" | "differing">;
  /** Called after each page; the work does not wait for it. */
  onPage: (progress: RunProgress) => void;
  /** Called after each finished stretch; the work waits for it. */
  onStretch: (progress: RunProgress) => Promise<void>;
  /** Checked before each page: false ends the work with `SyncRunStoppedError`. */
  mayGoOn: () => boolean;
};

/**
 * The first stretch has the days that users view most. Stretches grow as long as they have few rows, since each has a fixed
 * cost and requests for the merchant wait for it to end.
 */
const firstStretchDays = 31;
const stretchDaysMax = 366;
const stretchRows = 5_000;
const differencesMax = 1_000;

/**
 * Processes a run stretch by stretch, newest days first, or resumes where an earlier process stopped: a backfill by the days
 * it has not read since it was requested, a check by the day it reached. Other readings of the merchant may run in between.
 * Returns whether the gateway listed every day completely.
 */
export async function workOnRun(work: Work): Promise<{ isComplete: boolean }> {
  const counted = { rows: work.run.rows, pages: work.run.pages };
  const countPage = (rows: readonly NewTransaction[], daysDone: number) => {
    if (!work.mayGoOn()) throw new SyncRunStoppedError();
    counted.rows += rows.length;
    counted.pages += 1;
    work.onPage({ ...counted, daysDone });
  };
  return work.run.kind === "check" ? check(work, { counted, countPage }) : fill(work, { counted, countPage });
}

type Counting = {
  counted: { rows: number; pages: number };
  countPage: (rows: readonly NewTransaction[], daysDone: number) => void;
};

async function fill(
  { source, run, onStretch, mayGoOn }: Work,
  { counted, countPage }: Counting,
): Promise<{ isComplete: boolean }> {
  const wanted = toRange(run);
  const question = {
    askedAtMs: run.createdAt.getTime(),
    zone: source.zone,
    keepsOldDays: true,
  };
  const total = daysIn(wanted);
  let days = firstStretchDays;
  for (;;) {
    const stretches = await loadStretches(source);
    const missing = missingDays({ ...question, wanted, stretches });
    const daysDone = total - missing.reduce((sum, range) => sum + daysIn(range), 0);
    await onStretch({ ...counted, daysDone });
    const newest = missing.at(-1);
    if (!newest) return { isComplete: incompleteDays({ wanted, stretches }).length === 0 };
    if (!mayGoOn()) throw new SyncRunStoppedError();
    const stretch = source.gateway.listing.sendDates ? newestOf(newest, days) : wanted;
    const rowsBefore = counted.rows;
    await readMissing(source, {
      ...question,
      wanted: stretch,
      onPage: (rows) => countPage(rows, daysDone),
    });
    days = longer(days, (counted.rows - rowsBefore) / daysIn(stretch));
  }
}

function longer(days: number, rowsPerDay: number): number {
  const fitting = Math.floor(stretchRows / Math.max(rowsPerDay, 1));
  return Math.max(firstStretchDays, Math.min(2 * days, fitting, stretchDaysMax));
}

async function check(
  { source, run, onStretch, mayGoOn }: Work,
  { counted, countPage }: Counting,
): Promise<{ isComplete: boolean }> {
  const whole = await withinRetention(source, toRange(run));
  const differing = [...(run.differing as DayDifference[])];
  let isComplete = true;
  let to = run.checkedDay === null ? whole.to : toDayNumber(run.checkedDay) - 1;
  while (to >= whole.from) {
    if (!mayGoOn()) throw new SyncRunStoppedError();
    const left = { from: whole.from, to };
    const window = source.gateway.listing.sendDates ? newestOf(left, firstStretchDays) : left;
    const daysDone = whole.to - to;
    const found = await checkWindow(source, { window, onPage: (rows) => countPage(rows, daysDone) });
    differing.push(...found.differing.slice(0, Math.max(0, differencesMax - differing.length)));
    isComplete &&= found.isComplete;
    to = window.from - 1;
    await onStretch({ ...counted, daysDone: whole.to - to, checkedDay: toDayText(window.from), differing });
  }
  return { isComplete };
}

/** Days that retention removed are neither read nor compared. */
async function withinRetention({ db, merchant }: LedgerSource, { from, to }: DayRange): Promise<DayRange> {
  const keptFrom = await findRetainedFrom(db, merchant.environment, "transactions");
  return { from: keptFrom === undefined ? from : Math.max(from, toDayNumber(keptFrom)), to };
}

function toRange({ fromDay, toDay }: Pick<SyncRun, "fromDay" | "toDay">): DayRange {
  return { from: toDayNumber(fromDay), to: toDayNumber(toDay) };
}

function newestOf(range: DayRange, days: number): DayRange {
  return { from: Math.max(range.from, range.to - days + 1), to: range.to };
}

function daysIn({ from, to }: DayRange): number {
  return to - from + 1;
}
