// @module-tag long: decides about years of random sales, again and again.
import { expect, test } from "vitest";
import { dayMs } from "#lib/core/days.ts";
import { findMissing, learnNotifications, type UsualNotifications } from "#lib/core/missing-notifications.ts";
import { createRandom } from "#lib/core/testing/create-random.ts";
import { createCalendar } from "#lib/sandbox/ledger/calendar.ts";
import { everyDay, nightHours, rhythm, shopHours, webHours, weekendShop, workDays } from "#lib/sandbox/rhythms.ts";

/** As in `usual-notifications.ts`. */
const checked = 300;
const historyMax = 5_000;
const historyDays = 84;
const learnedEveryDays = 7;
const startMs = Date.UTC(2024, 0, 1);
const years = 1;

const rhythms = [
  rhythm(workDays, webHours),
  rhythm(everyDay, webHours),
  rhythm(weekendShop, shopHours),
  rhythm(everyDay, nightHours),
];

type Sale = { atMs: number; isNotified: boolean };
type Shop = { salesPerDay: number; missed: (atMs: number) => number; seed: number };

/** Sales at random in the rhythm of a merchant of the sandbox: in its weight, the gaps are exponential. */
function createSales({ salesPerDay, missed, seed }: Shop): Sale[] {
  const calendar = createCalendar({ seed, startMs, rhythm: rhythms[seed % rhythms.length] ?? rhythm(everyDay, webHours) });
  const random = createRandom(seed);
  const endMs = startMs + (historyDays + years * 365) * dayMs;
  const perSale = calendar.weightAt(endMs) / (salesPerDay * (historyDays + years * 365));
  const sales: Sale[] = [];
  for (let weight = 0; ; ) {
    weight -= Math.log(1 - random()) * perSale;
    const atMs = calendar.timeAt(weight);
    if (atMs >= endMs) return sales;
    sales.push({ atMs, isNotified: random() >= missed(atMs) });
  }
}

function learnAt(sales: readonly Sale[], count: number): UsualNotifications | undefined {
  const nowMs = sales[count - 1]?.atMs ?? startMs;
  const history = sales.slice(Math.max(0, count - historyMax), count).filter(({ atMs }) => atMs >= nowMs - historyDays * dayMs);
  const firstMs = history[0]?.atMs ?? nowMs;
  const notified = history.map(({ isNotified }) => isNotified);
  return learnNotifications({ notified, days: (nowMs - firstMs) / dayMs, knownDays: (nowMs - startMs) / dayMs });
}

/** How often notifications were called missing in a year in which nothing was wrong, and what was learned at its end. */
function watch(sales: readonly Sale[]) {
  let falseAlerts = 0;
  let isMissing = false;
  let learnMs = startMs + historyDays * dayMs;
  let usual: UsualNotifications | undefined;
  for (const [index, { atMs }] of sales.entries()) {
    if (atMs >= learnMs && !isMissing) {
      usual = learnAt(sales, index);
      learnMs = atMs + learnedEveryDays * dayMs;
    }
    if (!usual || index % 3 > 0) continue;
    const newest = sales.slice(Math.max(0, index + 1 - checked), index + 1).map(({ isNotified }) => isNotified);
    const wasMissing = isMissing;
    isMissing = findMissing(usual, newest).since !== undefined;
    if (isMissing && !wasMissing) falseAlerts++;
  }
  return { falseAlerts, usual };
}

/** After how many further sales without a notification it is seen, and with how many that have one it ends. */
function stopAndStart(sales: readonly Sale[], usual: UsualNotifications) {
  const newest = sales.slice(-checked).map(({ isNotified }) => isNotified);
  let seenAfter = 0;
  while (findMissing(usual, newest.slice(-checked)).since === undefined && seenAfter < checked) {
    newest.push(false);
    seenAfter++;
  }
  let endsAfter = 0;
  while (findMissing(usual, newest.slice(-checked)).since !== undefined && endsAfter < checked) {
    newest.push(true);
    endsAfter++;
  }
  return { seenAfter, endsAfter };
}

const hourOf = (atMs: number) => new Date(atMs).getUTCHours();
const kinds = [
  { name: "all notified", missed: () => 0, seenMax: 12, endsMax: 6, perYear: 0.1 },
  { name: "one in 500 missed", missed: () => 0.002, seenMax: 12, endsMax: 6, perYear: 0.1 },
  { name: "one in 30 missed", missed: () => 0.03, seenMax: 12, endsMax: 6, perYear: 0.1 },
  { name: "one in five missed", missed: () => 0.2, seenMax: 20, endsMax: 6, perYear: 0.1 },
  // Another shop of the merchant, whose notifications go elsewhere, sells most at night.
  {
    ...{ name: "mostly missed at night", missed: (atMs: number) => (hourOf(atMs) < 7 ? 0.8 : 0.05) },
    ...{ seenMax: 200, endsMax: 20, perYear: 1 },
  },
];

test.each(kinds)(
  "hardly a false alert a merchant and year, and a stop is seen: $name",
  { meta: { slow: "Decides about a hundred years of sales." } },
  ({ missed, seenMax, endsMax, perYear }) => {
    const shops = [1, 3, 10, 30, 100, 300].flatMap((salesPerDay) =>
      Array.from({ length: Math.max(4, Math.round(60 / salesPerDay)) }, (_, index) => {
        const sales = createSales({ salesPerDay, missed, seed: 1_000 * salesPerDay + index });
        const { falseAlerts, usual } = watch(sales);
        if (!usual) throw new Error(`nothing usual of ${salesPerDay} sales a day`);
        return { falseAlerts, ...stopAndStart(sales, usual) };
      }),
    );
    const falseAlerts = shops.reduce((sum, shop) => sum + shop.falseAlerts, 0);
    expect(falseAlerts / (shops.length * years)).toBeLessThanOrEqual(perYear);
    for (const { seenAfter, endsAfter } of shops) expect([seenAfter <= seenMax, endsAfter <= endsMax]).toEqual([true, true]);
  },
);
