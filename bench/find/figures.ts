import type { Percentiles } from "../support/percentiles.ts";
import type { Figure } from "../support/report.ts";
import type { FindMeasure, ListMeasure } from "./measure.ts";
import type { MirrorMeasure } from "./measure-mirror.ts";
import type { OverviewMeasure } from "./measure-overview.ts";

type Measured = {
  rows: number;
  find: FindMeasure;
  lists: ListMeasure;
  pages: { depth: number; first: Percentiles; deep: Percentiles };
  totals: ({ rows: number } & Percentiles)[];
};

/** What was measured, part by part. */
export type FindDetails = {
  measured?: readonly Measured[];
  overview?: OverviewMeasure;
  http?: { find: Percentiles; empty: Percentiles };
  mirror?: MirrorMeasure;
};

const ms = (value: number) => `${value.toFixed(1)} ms`;
const times = (value: number) => `${value.toFixed(2)}x`;
const spread = ({ p50, p95, p99 }: Percentiles) => `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} p99 ${p99.toFixed(1)} ms`;

function atMost(name: string, value: number, most: number, show: (value: number) => string): Figure {
  return { name, value: show(value), goal: `at most ${show(most)}`, isMet: value <= most };
}

const worst = (spreads: readonly Percentiles[]) => Math.max(...spreads.map(({ p95 }) => p95));

/** The goals of issue 4, and what stands beside them. */
export function findFigures({ measured, overview, http, mirror }: FindDetails): Figure[] {
  const [small, large] = measured ?? [];
  return [
    ...(small && large ? storedFigures(small, large) : []),
    ...(overview ? overviewFigures(overview) : []),
    ...(http ? httpFigures(http) : []),
    ...(mirror ? mirrorFigures(mirror) : []),
  ];
}

function storedFigures(small: Measured, large: Measured): Figure[] {
  const totals = Math.max(...large.totals.map(({ p95 }) => p95));
  return [
    { name: "find in process", value: spread(large.find.inProcess) },
    { name: "its SQL alone", value: spread(large.find.sql) },
    atMost("find in process over its SQL, p95", large.find.inProcess.p95 / large.find.sql.p95, 3, times),
    { name: "first page of a list", value: spread(large.lists.firstPage) },
    atMost("first page under any filters, p95", large.lists.firstPage.p95, 40, ms),
    atMost("slowest of the filters made to be hard, p95", Math.max(...large.lists.hard.map((each) => each.ms)), 40, ms),
    atMost(`page ${large.pages.depth} over page 1, p50`, large.pages.deep.p50 / large.pages.first.p50, 1.3, times),
    atMost("totals of a filter over a tenth of the rows, p95", totals, 150, ms),
    atMost("find: 1,000,000 rows over 10,000, p50", large.find.inProcess.p50 / small.find.inProcess.p50, 1.5, times),
    atMost("first page: 1,000,000 rows over 10,000, p50", large.lists.firstPage.p50 / small.lists.firstPage.p50, 1.5, times),
  ];
}

function overviewFigures(overview: OverviewMeasure): Figure[] {
  return [
    atMost("overview of up to 90 days beside 90 before, p95", worst(overview.periods.filter(({ days }) => days <= 90)), 100, ms),
    { name: "overview of 366 days beside 366 before, p95", value: ms(worst(overview.periods)) },
    atMost("lists that an overview's bars open, p95", worst(overview.lists), 100, ms),
  ];
}

function httpFigures({ find, empty }: NonNullable<FindDetails["http"]>): Figure[] {
  return [
    { name: "find over HTTP", value: spread(find) },
    { name: "the framework's smallest handler", value: spread(empty) },
    atMost("find over HTTP, p95", find.p95, 15, ms),
  ];
}

function mirrorFigures({ rows, mirrorMs, bareMs, loopMs, ratio, distant, kills }: MirrorMeasure): Figure[] {
  return [
    { name: `mirror of ${rows.toLocaleString("en")} rows`, value: ms(mirrorMs) },
    { name: "the same calls bare, one after another", value: ms(loopMs) },
    { name: "the same calls bare, as many at once", value: `${ms(bareMs)}, the mirror ${times(mirrorMs / bareMs)}` },
    atMost("mirror over a bare loop of its calls", ratio, 1.5, times),
    {
      name: `mirror over a bare loop, a gateway ${distant.distanceMs} ms away`,
      value: `${times(distant.mirrorMs / distant.loopMs)} (${ms(distant.mirrorMs)} over ${ms(distant.loopMs)})`,
    },
    atMost(`rows that differ after ${kills.kills} kills with -9`, kills.missing + kills.surplus, 0, String),
  ];
}
