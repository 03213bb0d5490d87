import { expect, test } from "vitest";
import { hourOfWeek, hoursOfWeek, learnRhythm, recentWeeks, silenceMinMs, silentFrom, usualSales } from "#lib/core/silence.ts";
import { createRandom } from "#lib/core/testing/create-random.ts";
import type { Rhythm } from "#lib/sandbox/ledger/calendar.ts";
import {
  cafeHours,
  everyDay,
  hotelHours,
  nightHours,
  rhythm,
  shopHours,
  webHours,
  weekendShop,
  workDays,
} from "#lib/sandbox/rhythms.ts";

const hourMs = 3_600_000;
const weekMs = hoursOfWeek * hourMs;
/** A Monday at 0:00 UTC. */
const startMs = Date.UTC(2024, 0, 1);
const historyWeeks = 12;

/** Of the sandbox's merchants: a cafe, a hotel, a shop, taxis, a shop on work days, and two online. */
const rhythms: readonly Rhythm[] = [
  rhythm(everyDay, cafeHours),
  rhythm(weekendShop, hotelHours),
  rhythm(everyDay, shopHours),
  rhythm(weekendShop, nightHours),
  rhythm(workDays, shopHours),
  rhythm(everyDay, webHours),
  rhythm(workDays, webHours),
];

/** Sales per hour of a week, from Monday. */
function weekOf(salesPerDay: number, { weekdays, hours }: Rhythm): number[] {
  const [sunday = 0, ...others] = weekdays;
  const shape = [...others, sunday].flatMap((day) => hours.map((hour) => day * hour));
  const total = shape.reduce((sum, rate) => sum + rate, 0);
  return shape.map((rate) => (rate * salesPerDay * 7) / total);
}

/**
 * What is learned counts an hour as closed when it has five times the sales of one beside it, since the shop may open or close in it.
 * Chance can make three times look like five.
 */
function withoutPossibleEdges(rates: readonly number[]): number[] {
  return rates.map((rate, index) => {
    const beside = [1, -1].map((step) => rates[(index + step + hoursOfWeek) % hoursOfWeek] ?? 0);
    return Math.min(rate, ...beside.filter((other) => other < rate / 3));
  });
}

/** Random arrivals: in each hour the gaps are exponential. */
function createSales(rates: readonly number[], weeks: number, random: () => number): number[] {
  const sales: number[] = [];
  for (let hour = 0; hour < weeks * hoursOfWeek; hour++) {
    const gap = () => -Math.log(1 - random()) / (rates[hour % hoursOfWeek] ?? 0);
    for (let within = gap(); within < 1; within += gap()) sales.push(startMs + (hour + within) * hourMs);
  }
  return sales;
}

function learn(sales: readonly number[], untilMs: number) {
  const counts = Array<number>(hoursOfWeek).fill(0);
  let recent = 0;
  for (const at of sales) {
    if (at < untilMs - historyWeeks * weekMs || at >= untilMs) continue;
    counts[hourOfWeek(at, 0)] = (counts[hourOfWeek(at, 0)] ?? 0) + 1;
    if (at >= untilMs - recentWeeks * weekMs) recent++;
  }
  return learnRhythm({ counts, weeks: historyWeeks, recent });
}

/** The most usual gaps until a silence was seen, as learned and as they really are; `late`: after more than 12 real ones. */
type Watched = { years: number; falseAlerts: number; silences: number; late: number; learnedGaps: number; trueGaps: number };
type Watch = { years: number; seed: number; isKnown?: boolean };

const gapsMax = 12;

/**
 * Watches a merchant over some years, whose rhythm is learned anew each month, and the silence after each of its sales.
 * `isKnown`: its real rhythm is known instead of learned.
 */
function watch(rates: readonly number[], { years, seed, isKnown = false }: Watch): Watched {
  const salesPerYear = rates.reduce((sum, rate) => sum + rate, 0) * 52;
  const truth = { rhythm: { hourly: withoutPossibleEdges(rates), salesPerYear }, offsetMs: 0 };
  const sales = createSales(rates, historyWeeks + years * 52, createRandom(seed));
  const watched: Watched = { years, falseAlerts: 0, silences: 0, late: 0, learnedGaps: 0, trueGaps: 0 };
  let learned: ReturnType<typeof learnRhythm>;
  let learnMs = startMs + historyWeeks * weekMs;
  for (const [index, saleMs] of sales.entries()) {
    if (saleMs >= learnMs) {
      learned = isKnown ? truth.rhythm : learn(sales, learnMs);
      learnMs += 4 * weekMs;
    }
    const next = sales[index + 1];
    if (!learned || next === undefined) continue;
    const fromMs = silentFrom({ rhythm: learned, offsetMs: 0 }, saleMs) ?? saleMs + 4 * weekMs;
    if (next > fromMs) watched.falseAlerts++;
    watched.silences++;
    // What would be missing by then, had it become silent with this sale.
    if (fromMs - saleMs > silenceMinMs) {
      const trueGaps = usualSales(truth, saleMs, fromMs);
      watched.learnedGaps = Math.max(watched.learnedGaps, usualSales({ rhythm: learned, offsetMs: 0 }, saleMs, fromMs));
      watched.trueGaps = Math.max(watched.trueGaps, trueGaps);
      if (trueGaps > gapsMax) watched.late++;
    }
  }
  return watched;
}

const salesPerDays = [2, 10, 30, 60, 100, 200, 400, 800];

/**
 * At most one false alert a year, of each merchant alone. Of one a year chance makes three standard deviations more in the years
 * watched: a merchant with so many has more than one.
 */
function expectFewFalseAlerts(found: readonly Watched[]): void {
  for (const { falseAlerts, years } of found) expect(falseAlerts).toBeLessThanOrEqual(years + 3 * Math.sqrt(years));
  const sumOf = (pick: (item: Watched) => number) => found.reduce((sum, item) => sum + pick(item), 0);
  expect(sumOf(({ falseAlerts }) => falseAlerts) / sumOf(({ years }) => years)).toBeLessThanOrEqual(1);
}

test("at most one false alert a merchant and year, and a silence is seen within 12 usual gaps or 30 minutes", {
  meta: { slow: "Half a million random sales, and the decision after each." },
}, () => {
  const found = salesPerDays.flatMap((salesPerDay, index) =>
    rhythms.map((rhythm, kind) => {
      const years = Math.max(1, Math.round(15 / salesPerDay) * 2);
      return watch(weekOf(salesPerDay, rhythm), { years, seed: 100 * index + kind });
    }),
  );
  expectFewFalseAlerts(found);
  for (const { learnedGaps, trueGaps } of found) expect([learnedGaps < gapsMax, trueGaps < 14]).toEqual([true, true]);
});

/** How many silences may be seen after more than 12 gaps that are really usual. */
const lateMaxOf = (salesPerDay: number) => ({ 100: 0.03, 200: 0.15, 400: 0.06, 800: 0.02 })[salesPerDay] ?? 0.01;

test.each(salesPerDays)(
  "of each merchant with %i sales a day: in many years hardly more false alerts than years, and few silences seen late",
  { tags: ["long"], meta: { slow: "Decides after some million random sales." } },
  (salesPerDay) => {
    const years = Math.min(20, Math.max(5, Math.round(2_000 / salesPerDay)));
    const found = rhythms.map((rhythm, kind) => watch(weekOf(salesPerDay, rhythm), { years, seed: 1_000 * salesPerDay + kind }));
    expectFewFalseAlerts(found);
    /*
     * Usual gaps are those of the last 12 weeks. Counted in those that are really usual, not every silence can be seen within 12:
     * 200 sales a day are 73,000 gaps a year, one of which is longer than ln 73,000 = 11.2 usual ones by chance alone. From there
     * to 12 are 7 %, but of an hour with 8 sales 12 weeks show 96, give or take 10 %. Measured: of 200 sales a day one silence in
     * ten after more than 12, the last after 13.3; of 100 one in 60, of 400 one in 25. From 52 weeks of the same rhythm it would be
     * one in 100 and 12.4; from the real rhythm it is none, as the next test shows.
     */
    for (const { late, silences } of found) expect(late / silences).toBeLessThan(lateMaxOf(salesPerDay));
    for (const { learnedGaps } of found) expect(learnedGaps).toBeLessThan(gapsMax);
  },
);

test("where the real rhythm is known, each silence is seen within 12 of its gaps or 30 minutes, with hardly a false alert", {
  tags: ["long"],
  meta: { slow: "Decides after some million random sales." },
}, () => {
  const found = salesPerDays.flatMap((salesPerDay, index) =>
    rhythms.map((rhythm, kind) => {
      const years = salesPerDay < 100 ? 10 : 2;
      return watch(weekOf(salesPerDay, rhythm), { years, seed: 50 * index + kind, isKnown: true });
    }),
  );
  expectFewFalseAlerts(found);
  for (const { trueGaps, late } of found) expect([trueGaps < gapsMax, late]).toEqual([true, 0]);
});
