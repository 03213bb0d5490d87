import { expect, test } from "vitest";
import { hourOfWeek, hoursOfWeek, learnRhythm, recentWeeks, silenceMinMs, silentFrom, usualSales } from "./silence.ts";
import { createRandom } from "./testing/create-random.ts";

const hourMs = 3_600_000;
const weekMs = hoursOfWeek * hourMs;
/** A Monday at 0:00 UTC. */
const startMs = Date.UTC(2024, 0, 1);
const historyWeeks = 12;

const busyDays = [1, 1, 1, 1.1, 1.3, 1.5, 0.8];

/** Sales per hour with a rhythm of the day, busiest at 14:00, and one of the week. */
function weekOf(salesPerDay: number, evenness: number): number[] {
  const shape = busyDays.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => day * (Math.cos(((hour - 14) / 12) * Math.PI) + evenness)),
  );
  const total = shape.reduce((sum, rate) => sum + rate, 0);
  return shape.map((rate) => (rate * salesPerDay * 7) / total);
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
function watch({ salesPerDay, evenness, years, seed }: Record<"salesPerDay" | "evenness" | "years" | "seed", number>): Watched {
  const rates = weekOf(salesPerDay, evenness);
  const truth = { rhythm: { hourly: rates, salesPerYear: 0 }, offsetMs: 0 };
  const sales = createSales(rates, historyWeeks + years * 52, createRandom(seed));
  const watched: Watched = { falseAlerts: 0, learnedGaps: 0, trueGaps: 0 };
  let rhythm: ReturnType<typeof learnRhythm>;
  let learnMs = startMs + historyWeeks * weekMs;
  for (const [index, saleMs] of sales.entries()) {
    if (saleMs >= learnMs) {
      rhythm = learn(sales, learnMs);
      learnMs += 4 * weekMs;
    }
    const next = sales[index + 1];
    if (!rhythm || next === undefined) continue;
    const fromMs = silentFrom({ rhythm, offsetMs: 0 }, saleMs) ?? saleMs + 4 * weekMs;
    if (next > fromMs) watched.falseAlerts++;
    // What would be missing by then, had it become silent with this sale.
    if (fromMs - saleMs > silenceMinMs) {
      watched.learnedGaps = Math.max(watched.learnedGaps, usualSales({ rhythm, offsetMs: 0 }, saleMs, fromMs));
      watched.trueGaps = Math.max(watched.trueGaps, usualSales(truth, saleMs, fromMs));
    }
  }
  return watched;
}

test("at most one false alert a merchant and year, and a silence is seen within 12 usual gaps or 30 minutes", {
  meta: { slow: "Half a million random sales, and the decision after each." },
}, () => {
  const found = [2, 10, 30, 60, 100, 200, 400, 800].flatMap((salesPerDay, index) =>
    [1.2, 4].map((evenness) => {
      const years = Math.max(1, Math.round(60 / salesPerDay) * 2);
      return { years, ...watch({ salesPerDay, evenness, years, seed: 100 * index + evenness }) };
    }),
  );
  const sumOf = (pick: (item: (typeof found)[number]) => number) => found.reduce((sum, item) => sum + pick(item), 0);
  expect(sumOf(({ falseAlerts }) => falseAlerts) / sumOf(({ years }) => years)).toBeLessThanOrEqual(1);
  // 12 weeks show a rate only to some percent.
  for (const { learnedGaps, trueGaps } of found) expect([learnedGaps < 12, trueGaps < 14]).toEqual([true, true]);
});

const shop = (perHour: (day: number, hour: number) => number) => {
  const counts = Array.from({ length: hoursOfWeek }, (_, index) => perHour(Math.floor(index / 24), index % 24) * historyWeeks);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return learnRhythm({ counts, weeks: historyWeeks, recent: (total / historyWeeks) * recentWeeks });
};

test("a closed shop is not silent: at night, on a day off, and before it opens at half past nine", () => {
  const opens = (day: number, hour: number) => (day === 6 || hour < 9 || hour > 17 ? 0 : hour === 9 ? 30 : 60);
  const rhythm = shop(opens);
  if (!rhythm) throw new Error("no rhythm");
  const week = { rhythm, offsetMs: 0 };
  const saturdayEvening = startMs + 5 * 24 * hourMs + 17.99 * hourMs;
  const fromMs = silentFrom(week, saturdayEvening) ?? 0;
  const mondayTenMs = startMs + weekMs + 10 * hourMs;
  expect(fromMs).toBeGreaterThan(mondayTenMs);
  expect(fromMs).toBeLessThan(mondayTenMs + silenceMinMs);
  // At noon half an hour is enough.
  const noon = startMs + 12 * hourMs;
  expect(silentFrom(week, noon)).toBe(noon + silenceMinMs);
});

test("a Saturday afternoon off is usual, although other afternoons are busy", () => {
  const rhythm = shop((day, hour) => (hour < 8 || hour > 18 || day === 6 || (day === 5 && hour > 12) ? 0 : 20));
  if (!rhythm) throw new Error("no rhythm");
  const saturday = startMs + 5 * 24 * hourMs;
  expect(usualSales({ rhythm, offsetMs: 0 }, saturday + 14 * hourMs, saturday + 19 * hourMs)).toBeLessThan(2);
});

test("hours are those of the zone", () => {
  expect(hourOfWeek(startMs, 0)).toBe(0);
  expect(hourOfWeek(startMs - 1, 0)).toBe(hoursOfWeek - 1);
  expect(hourOfWeek(startMs, 2 * hourMs)).toBe(2);
  const rhythm = shop((_, hour) => (hour === 10 ? 100 : 1));
  if (!rhythm) throw new Error("no rhythm");
  const week = { rhythm, offsetMs: 5.5 * hourMs };
  expect(usualSales(week, startMs + 3.5 * hourMs, startMs + 5.5 * hourMs)).toBeCloseTo(
    usualSales({ rhythm, offsetMs: 0 }, startMs + 9 * hourMs, startMs + 11 * hourMs),
    6,
  );
});

test("too few sales or weeks show no rhythm, and much fewer sales lately are the new usual", () => {
  const counts = Array<number>(hoursOfWeek).fill(12);
  expect(learnRhythm({ counts, weeks: 3, recent: 0 })).toBeUndefined();
  expect(learnRhythm({ counts: counts.map((_, index) => (index < 49 ? 1 : 0)), weeks: 12, recent: 8 })).toBeUndefined();
  const usual = learnRhythm({ counts, weeks: 12, recent: 336 });
  const fewer = learnRhythm({ counts, weeks: 12, recent: 111 });
  expect([usual?.hourly[0], fewer?.hourly[0]]).toEqual([expect.closeTo(1, 6), expect.closeTo(1 / 3, 6)]);
});
