import type { MirrorRun } from "#lib/store/mirror-runs.ts";
import { findKeptFrom } from "#lib/store/retention.ts";
import type { NewTransaction } from "#lib/store/save-transactions.ts";
import { checkWindow, type DayDifference } from "./check-window.ts";
import { type DayRange, toDayNumber, toDayText } from "./days.ts";
import type { LedgerSource } from "./ports.ts";
import { loadStretches, readMissing } from "./read-ledger.ts";
import { missingDays } from "./stretches.ts";

export type RunProgress = {
  rows: number;
  pages: number;
  daysDone: number;
  checkedDay?: string;
  differing?: DayDifference[];
};

type Work = {
  source: LedgerSource;
  run: Pick<MirrorRun, "kind" | "fromDay" | "toDay" | "createdAt" | "checkedDay" | "rows" | "pages" | "differing">;
  /** Called after each page and each finished stretch; throws to end the work. */
  onProgress: (progress: RunProgress, isStretchDone: boolean) => void | Promise<void>;
};

const stretchDays = 31;
const differencesMax = 1_000;

/**
 * Does a run stretch by stretch, the newest days first, or goes on where an earlier process left off: a backfill by the
 * days it has not read since it was asked for, a check by the day it came to. Others may read the same merchant between.
 */
export async function workOnRun(work: Work): Promise<void> {
  const counted = { rows: work.run.rows, pages: work.run.pages };
  const onPage = (rows: readonly NewTransaction[]) => {
    counted.rows += rows.length;
    counted.pages += 1;
  };
  await (work.run.kind === "check" ? check(work, { counted, onPage }) : fill(work, { counted, onPage }));
}

type Counting = { counted: { rows: number; pages: number }; onPage: (rows: readonly NewTransaction[]) => void };

async function fill({ source, run, onProgress }: Work, { counted, onPage }: Counting): Promise<void> {
  const wanted = toRange(run);
  const question = {
    askedAtMs: run.createdAt.getTime(),
    zone: source.zone,
    keepsSettled: run.kind === "backfill",
  };
  const total = daysIn(wanted);
  for (;;) {
    const missing = missingDays({ ...question, wanted, stretches: await loadStretches(source) });
    const daysDone = total - missing.reduce((sum, range) => sum + daysIn(range), 0);
    await onProgress({ ...counted, daysDone }, true);
    const newest = missing.at(-1);
    if (!newest) return;
    const stretch = source.gateway.listing.sendDates ? newestOf(newest) : wanted;
    await readMissing(source, {
      ...question,
      wanted: stretch,
      onPage: (rows) => {
        onPage(rows);
        void onProgress({ ...counted, daysDone }, false);
      },
    });
  }
}

async function check({ source, run, onProgress }: Work, { counted, onPage }: Counting): Promise<void> {
  const whole = await keptOf(source, toRange(run));
  const differing = [...(run.differing as DayDifference[])];
  let to = run.checkedDay === null ? whole.to : toDayNumber(run.checkedDay) - 1;
  while (to >= whole.from) {
    const window = source.gateway.listing.sendDates ? newestOf({ from: whole.from, to }) : { from: whole.from, to };
    const daysDone = whole.to - to;
    const found = await checkWindow(source, {
      window,
      onPage: (rows) => {
        onPage(rows);
        void onProgress({ ...counted, daysDone }, false);
      },
    });
    differing.push(...found.slice(0, Math.max(0, differencesMax - differing.length)));
    to = window.from - 1;
    await onProgress({ ...counted, daysDone: whole.to - to, checkedDay: toDayText(window.from), differing }, true);
  }
}

/** Days that retention removed are neither read nor compared. */
async function keptOf({ db, merchant }: LedgerSource, { from, to }: DayRange): Promise<DayRange> {
  const keptFrom = await findKeptFrom(db, merchant.environment, "transactions");
  return { from: keptFrom === undefined ? from : Math.max(from, toDayNumber(keptFrom)), to };
}

function toRange({ fromDay, toDay }: Pick<MirrorRun, "fromDay" | "toDay">): DayRange {
  return { from: toDayNumber(fromDay), to: toDayNumber(toDay) };
}

function newestOf(range: DayRange): DayRange {
  return { from: Math.max(range.from, range.to - stretchDays + 1), to: range.to };
}

function daysIn({ from, to }: DayRange): number {
  return to - from + 1;
}
