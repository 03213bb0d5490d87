/**
 * Whether a merchant is silent: it has no sale although it usually has some at this time of the week. Pure functions; times in
 * ms. The week begins on Monday at 0:00 of the zone whose offset is given.
 */
export const hoursOfWeek = 168;
const hourMs = 3_600_000;
const weekMs = hoursOfWeek * hourMs;
/** 1970-01-01 was a Thursday. */
const mondayMs = 4 * 24 * hourMs;

/** Sales of each hour of the week over so many weeks, and how many of them were in the last two. */
export type SalesHistory = { counts: readonly number[]; weeks: number; recent: number };
export const recentWeeks = 2;

export type Rhythm = {
  /** Sales expected in each hour of the week. */
  hourly: readonly number[];
  salesPerYear: number;
};

/** Fewer sales show no rhythm. */
const salesMin = 50;
const weeksMin = 4;
/** The weight of the usual day's shape against what one hour of the week shows, in sales. */
const shapeWeight = { min: 2, max: 10_000 };

/** The usual sales of each hour, or undefined when there are too few to tell. */
export function learnRhythm({ counts, weeks, recent }: SalesHistory): Rhythm | undefined {
  const total = sum(counts);
  if (total < salesMin || weeks < weeksMin) return undefined;
  const hourSums = Array.from({ length: 24 }, (_, hour) => sum(counts.filter((_count, index) => index % 24 === hour)));
  const daySums = Array.from({ length: 7 }, (_, day) => sum(counts.slice(day * 24, day * 24 + 24)));
  // What the day and the hour say together: exact when each day has the same shape.
  const shape = counts.map((_, index) => ((hourSums[index % 24] ?? 0) * (daySums[Math.floor(index / 24)] ?? 0)) / total);
  const weight = weightOf(counts, shape);
  const rates = counts.map((count, index) => {
    const expected = shape[index] ?? 0;
    // An afternoon off, whatever the shape says.
    if (expected === 0 || isSurelyFewer(count, expected)) return count / weeks;
    return (((count + weight) / (expected + weight)) * expected) / weeks;
  });
  const level = levelOf({ recent, usual: (total / weeks) * recentWeeks });
  return {
    hourly: rates.map((rate, index) => withoutEdges(rates, rate, index) * level),
    salesPerYear: (total / weeks) * weeksPerYear * level,
  };
}

const weeksPerYear = 365.25 / 7;
/** Fewer than chance explains. */
function isSurelyFewer(count: number, expected: number): boolean {
  return expected - count > 4 * Math.sqrt(expected);
}

/** Below 1 when a merchant has surely had fewer sales lately: then its gaps are longer, too. */
function levelOf({ recent, usual }: { recent: number; usual: number }): number {
  return isSurelyFewer(recent, usual) ? (recent + 1) / usual : 1;
}

/** How far the hours may be trusted to follow the shape: by how much more they differ from it than chance explains. */
function weightOf(counts: readonly number[], shape: readonly number[]): number {
  const excess = sum(counts.map((count, index) => (count - (shape[index] ?? 0)) ** 2 - (shape[index] ?? 0)));
  const weight = excess <= 0 ? shapeWeight.max : sum(shape.map((expected) => expected ** 2)) / excess;
  return Math.min(shapeWeight.max, Math.max(shapeWeight.min, weight));
}

const edge = 0.2;

/** The hour in which a shop opens or closes has sales only in a part of it: it counts as its closed neighbour. */
function withoutEdges(rates: readonly number[], rate: number, index: number): number {
  const before = rates[(index + hoursOfWeek - 1) % hoursOfWeek] ?? 0;
  const after = rates[(index + 1) % hoursOfWeek] ?? 0;
  return Math.min(rate, before < rate * edge ? before : rate, after < rate * edge ? after : rate);
}

export type Week = { rhythm: Rhythm; offsetMs: number };

/** How many sales are usual from one time to another. */
export function usualSales({ rhythm, offsetMs }: Week, fromMs: number, untilMs: number): number {
  let expected = 0;
  for (let at = fromMs; at < untilMs; ) {
    const end = Math.min(untilMs, endOfHour(at, offsetMs));
    expected += (rhythm.hourly[hourOfWeek(at, offsetMs)] ?? 0) * ((end - at) / hourMs);
    at = end;
  }
  return expected;
}

export function hourOfWeek(atMs: number, offsetMs: number): number {
  const inWeek = (((atMs + offsetMs - mondayMs) % weekMs) + weekMs) % weekMs;
  return Math.floor(inWeek / hourMs);
}

function endOfHour(atMs: number, offsetMs: number): number {
  return Math.floor((atMs + offsetMs) / hourMs) * hourMs + hourMs - offsetMs;
}

export const silenceMinMs = 30 * 60_000;
const longestWeeks = 4;
const expectedMax = 11.5;

/**
 * How many usual sales must be missing. With random arrivals a gap in which `n` sales are usual has the chance e^-n: so that a
 * merchant has fewer than one such gap a year, n is the logarithm of its sales a year, and a little.
 */
function missingSalesMin({ salesPerYear }: Rhythm): number {
  return Math.min(expectedMax, Math.log(salesPerYear) + 0.5);
}

/** When a merchant whose last sale was at `lastSaleMs` counts as silent; undefined when not within four weeks. */
export function silentFrom(week: Week, lastSaleMs: number): number | undefined {
  let missing = missingSalesMin(week.rhythm);
  const endMs = lastSaleMs + longestWeeks * weekMs;
  for (let at = lastSaleMs; at < endMs; ) {
    const end = endOfHour(at, week.offsetMs);
    const rate = (week.rhythm.hourly[hourOfWeek(at, week.offsetMs)] ?? 0) / hourMs;
    if (rate > 0 && missing <= rate * (end - at)) return Math.max(at + missing / rate, lastSaleMs + silenceMinMs);
    missing -= rate * (end - at);
    at = end;
  }
  return undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
