import { atLeast, atMost } from "../support/goals.ts";
import { median, type Percentiles } from "../support/percentiles.ts";
import type { Figure } from "../support/report.ts";
import type { FindMeasure, ListMeasure } from "./measure.ts";
import type { OverviewMeasure } from "./measure-overview.ts";
import type { Compared } from "./measure-plain.ts";
import type { LedgerSyncMeasure, SyncMeasure } from "./measure-sync.ts";

type Measured = {
  rows: number;
  find: FindMeasure;
  lists: ListMeasure;
  pages: { depth: number; first: Percentiles; deep: Percentiles };
  totals: ({ rows: number } & Percentiles)[];
};

/** Results by part. */
export type FindDetails = {
  measured?: readonly Measured[];
  overview?: OverviewMeasure;
  plain?: readonly Compared[];
  http?: { find: Percentiles; empty: Percentiles };
  mirror?: LedgerSyncMeasure;
};

const syncToLoopMax = 0.4;
const hardFilterMsMax = 40;

const ms = (value: number) => `${value.toFixed(1)} ms`;
const times = (value: number) => `${value.toFixed(2)}x`;
const spread = ({ p50, p95, p99 }: Percentiles) => `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} p99 ${p99.toFixed(1)} ms`;

const worst = (spreads: readonly Percentiles[]) => Math.max(...spreads.map(({ p95 }) => p95));

export function findFigures({ measured, overview, plain, http, mirror }: FindDetails): Figure[] {
  const [small, large] = measured ?? [];
  return [
    ...(small && large ? storedFigures(small, large) : []),
    ...(overview ? overviewFigures(overview) : []),
    ...(plain ?? []).map(plainFigure),
    ...(http ? httpFigures(http) : []),
    ...(mirror ? syncFigures(mirror) : []),
  ];
}

function storedFigures(small: Measured, large: Measured): Figure[] {
  const slowest = large.lists.hard.toSorted((left, right) => right.ms - left.ms)[0];
  const over = `${large.rows.toLocaleString("en")} rows over ${small.rows.toLocaleString("en")}`;
  const totals = Math.max(...large.totals.map(({ p95 }) => p95));
  return [
    { name: "search in process", value: spread(large.find.inProcess) },
    { name: "its SQL alone", value: spread(large.find.sql) },
    atMost("search in process over its SQL, p95", large.find.inProcess.p95 / large.find.sql.p95, 3, times),
    { name: "first page of a list", value: spread(large.lists.firstPage) },
    atMost("first page under any filters, p95", large.lists.firstPage.p95, 40, ms),
    {
      name: "hard filters, p95: the slowest",
      value: `${ms(slowest?.ms ?? Number.NaN)} (${slowest?.name})`,
      goal: `at most ${ms(hardFilterMsMax)}`,
      isMet: (slowest?.ms ?? Number.NaN) <= hardFilterMsMax,
    },
    atMost(`page ${large.pages.depth} over page 1, p50`, large.pages.deep.p50 / large.pages.first.p50, 1.3, times),
    atMost("totals of a filter over a tenth of the rows, p95", totals, 150, ms),
    atMost(`search: ${over}, p50`, large.find.inProcess.p50 / small.find.inProcess.p50, 1.5, times),
    atMost(`first page: ${over}, p50`, large.lists.firstPage.p50 / small.lists.firstPage.p50, 1.5, times),
  ];
}

function overviewFigures(overview: OverviewMeasure): Figure[] {
  return [
    atMost("overview of up to 90 days beside 90 before, p95", worst(overview.periods.filter(({ days }) => days <= 90)), 100, ms),
    { name: "overview of 366 days beside 366 before, p95", value: ms(worst(overview.periods)) },
    atMost("lists that an overview's bars open, p95", worst(overview.lists), 100, ms),
  ];
}

/** Not a goal: the figure that the goal of the plain way is compared with. */
function plainFigure({ name, plain, tuned, goalMs }: Compared): Figure {
  const goal = goalMs === undefined ? "" : `; plain is wanted at ${ms(goalMs)}`;
  return {
    name: `plain: ${name}, p95`,
    value: `${ms(plain.p95)}, tuned ${ms(tuned.p95)} (${times(plain.p95 / tuned.p95)})${goal}`,
  };
}

function httpFigures({ find, empty }: NonNullable<FindDetails["http"]>): Figure[] {
  return [
    { name: "search over HTTP", value: spread(find) },
    { name: "the framework's smallest handler", value: spread(empty) },
    atMost("search over HTTP over the smallest handler, p95", find.p95 / empty.p95, 4, times),
  ];
}

function syncFigures({ rows, calls, near, distant, kills }: LedgerSyncMeasure): Figure[] {
  const perRow = (milliseconds: number) => `${((milliseconds * 1_000) / rows).toFixed(0)} µs`;
  const sync = (name: string, { syncMs, cpuMs, loopMs, atOnceMs }: SyncMeasure): Figure[] => [
    { name: `ledger sync of ${rows.toLocaleString("en")} rows, ${name}`, value: `${ms(syncMs)}, CPU ${perRow(cpuMs)} a row` },
    { name: `  its ${calls} calls bare, one after another`, value: ms(loopMs) },
    { name: "  its calls bare, as many at once", value: ms(atOnceMs) },
  ];
  const ratio = ({ ratios }: SyncMeasure) => `${times(median(ratios))} (${ratios.map((item) => item.toFixed(2)).join(", ")})`;
  const away = `a gateway ${distant.distanceMs} ms away`;
  return [
    ...sync("a gateway beside it", near),
    { name: "ledger sync over a bare loop, a gateway beside it", value: ratio(near) },
    ...sync(away, distant),
    {
      name: `ledger sync over a bare loop, ${away}`,
      value: ratio(distant),
      goal: `at most ${times(syncToLoopMax)}`,
      isMet: median(distant.ratios) <= syncToLoopMax,
    },
    ...killFigures(kills),
  ];
}

/** A sync that ends by itself is killed no more: then there were fewer kills than wanted. */
export function killFigures({ kills, killsWanted, missing, surplus }: LedgerSyncMeasure["kills"]): Figure[] {
  return [
    atLeast("kills with -9 of the ledger sync", kills, Math.ceil(killsWanted / 2)),
    atMost(`rows that differ after ${kills} kills with -9`, missing + surplus, 0),
  ];
}
