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

/** The most usual gaps until a silence was seen: as learned, and as they really are. */
type Watched = { falseAlerts: number; learnedGaps: number; trueGaps: number };

/** Watches a merchant over some years, whose rhythm is learned anew each month, and the silence after each of its sales. */
function watch(rates: readonly number[], years: number, seed: number): Watched {
  const truth = { rhythm: { hourly: withoutPossibleEdges(rates), salesPerYear: 0 }, offsetMs: 0 };
  const sales = createSales(rates, historyWeeks + years * 52, createRandom(seed));
  const watched: Watched = { falseAlerts: 0, learnedGaps: 0, trueGaps: 0 };
  let learned: ReturnType<typeof learnRhythm>;
  let learnMs = startMs + historyWeeks * weekMs;
  for (const [index, saleMs] of sales.entries()) {
    if (saleMs >= learnMs) {
      learned = learn(sales, learnMs);
      learnMs += 4 * weekMs;
    }
    const next = sales[index + 1];
    if (!learned || next === undefined) continue;
    const fromMs = silentFrom({ rhythm: learned, offsetMs: 0 }, saleMs) ?? saleMs + 4 * weekMs;
    if (next > fromMs) watched.falseAlerts++;
    // What would be missing by then, had it become silent with this sale.
    if (fromMs - saleMs > silenceMinMs) {
      watched.learnedGaps = Math.max(watched.learnedGaps, usualSales({ rhythm: learned, offsetMs: 0 }, saleMs, fromMs));
      watched.trueGaps = Math.max(watched.trueGaps, usualSales(truth, saleMs, fromMs));
    }
  }
  return watched;
}

test("at most one false alert a merchant and year, and a silence is seen within 12 usual gaps or 30 minutes", {
  meta: { slow: "Half a million random sales, and the decision after each." },
}, () => {
  const found = [2, 10, 30, 60, 100, 200, 400, 800].flatMap((salesPerDay, index) =>
    rhythms.map((rhythm, kind) => {
      const years = Math.max(1, Math.round(15 / salesPerDay) * 2);
      return { years, ...watch(weekOf(salesPerDay, rhythm), years, 100 * index + kind) };
    }),
  );
  const sumOf = (pick: (item: (typeof found)[number]) => number) => found.reduce((sum, item) => sum + pick(item), 0);
  expect(sumOf(({ falseAlerts }) => falseAlerts) / sumOf(({ years }) => years)).toBeLessThanOrEqual(1);
  // 12 weeks show a rate only to some percent.
  for (const { learnedGaps, trueGaps } of found) expect([learnedGaps < 12, trueGaps < 14]).toEqual([true, true]);
});
