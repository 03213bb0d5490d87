/**
 * Whether the notifications that usually come with a merchant's sales are missing. Pure functions over sales in the order of
 * their time, each with whether it was notified.
 */

/** How often a sale has no notification, which often depends on whether the one before has one: two shops, two habits. */
export type UsualNotifications = {
  missedAfterNotified: number;
  missedAfterMissed: number;
  salesPerYear: number;
  /** So much evidence is an alert. */
  limit: number;
};

export type NotifiedHistory = {
  notified: readonly boolean[];
  /** From the first of these sales until now. */
  days: number;
  /** Since when notifications could come. */
  knownDays: number;
};

/** Fewer sales, or fewer days, show no habit. */
const salesMin = 50;
const daysMin = 14;
/** Of a merchant with fewer notified sales nobody expects notifications. */
const usualShareMin = 0.5;
/** So many alerts that the history would have had are outages; more are how this merchant is. */
const outagesMax = 2;
const daysPerYear = 365.25;

/** What is usual, or undefined where it cannot be told or where notifications are not usual. */
export function learnNotifications({ notified, days, knownDays }: NotifiedHistory): UsualNotifications | undefined {
  // What is missing at the moment may be the beginning of what is to be found.
  const sales = notified.slice(0, notified.lastIndexOf(true) + 1);
  if (sales.length < salesMin || knownDays < daysMin) return undefined;
  const salesPerYear = Math.round((notified.length / days) * daysPerYear);
  const { missed, total, ...usual } = withoutOutages(listMissedRuns(sales), { total: sales.length, salesPerYear });
  return 1 - missed / total < usualShareMin ? undefined : { ...usual, limit: raiseLimit(usual, sales) };
}

/** Lengths of the runs of sales without a notification. */
function listMissedRuns(notified: readonly boolean[]): number[] {
  const runs: number[] = [];
  let length = 0;
  for (const isNotified of notified) {
    if (!isNotified) length++;
    else if (length > 0) runs.push(length);
    if (isNotified) length = 0;
  }
  return runs;
}

type Sales = { total: number; salesPerYear: number };
type Counted = UsualNotifications & { missed: number; total: number };

/** From the shortest run: the first that the shorter ones make an alert is an outage, and so are all that are longer. */
function withoutOutages(runs: readonly number[], sales: Sales): Counted {
  const sorted = runs.toSorted((a, b) => a - b);
  for (let count = Math.max(0, sorted.length - outagesMax); count < sorted.length; count++) {
    const outages = sorted.slice(count);
    const usual = countUsual(sorted.slice(0, count), { ...sales, total: sales.total - sum(outages) });
    if ((outages[0] ?? 0) >= missedUntilAlert(usual)) return usual;
  }
  return countUsual(sorted, sales);
}

/** What a single missed sale is expected to be followed by where nothing shows it, and how many sales that is worth. */
const followed = { share: 0.25, weight: 2 };

function countUsual(runs: readonly number[], { total, salesPerYear }: Sales): Counted {
  const missed = sum(runs);
  const missedAfterNotified = (runs.length + 1) / (total - missed + 2);
  const again = missed - runs.length;
  const missedAfterMissed = (again + followed.share * followed.weight) / (missed + followed.weight);
  const shares = { missedAfterNotified, missedAfterMissed: Math.max(missedAfterNotified, missedAfterMissed) };
  return { ...shares, salesPerYear, limit: limitOf(salesPerYear), missed, total };
}

/** What is looked for: nearly all are missing, and more than usually. */
const missingShare = 0.9;
const missingShareOf = (usually: number) => Math.max(missingShare, 1 - (1 - usually) / 4);

const falseAlertsPerYear = 0.1;

/**
 * A CUSUM of log-likelihood ratios: with this limit a false alert comes on average once in as many sales as ten years have
 * (Lorden, 1971). It counts sales, so hours and weekdays do not matter.
 */
function limitOf(salesPerYear: number): number {
  return Math.log(Math.max(salesPerYear, 1) / falseAlertsPerYear);
}

const overHighest = 1.5;

/** What often went over the limit, each night for example, is usual and no alert. */
function raiseLimit(usual: UsualNotifications, sales: readonly boolean[]): number {
  const peaks: number[] = [];
  let state: State = { score: 0, wasNotified: true };
  for (const isNotified of sales) {
    const before = state.score;
    state = afterSale(usual, state, isNotified);
    if (before === 0) peaks.push(0);
    peaks.push(Math.max(peaks.pop() ?? 0, state.score));
  }
  const isOften = peaks.filter((peak) => peak >= usual.limit).length > outagesMax;
  return isOften ? Math.max(...peaks) * overHighest : usual.limit;
}

/** However unusual, fewer missed sales are no alert. */
const missedMin = 3;

/** How much a sale speaks for missing notifications. */
function evidenceOf(usual: UsualNotifications, isNotified: boolean, wasNotified: boolean): number {
  const usually = wasNotified ? usual.missedAfterNotified : usual.missedAfterMissed;
  const missing = missingShareOf(usually);
  if (isNotified) return Math.log((1 - missing) / (1 - usually));
  return Math.min(Math.log(missing / usually), limitOf(usual.salesPerYear) / missedMin);
}

const rounding = 1e-9;

type State = { score: number; wasNotified: boolean };

function afterSale(usual: UsualNotifications, { score, wasNotified }: State, isNotified: boolean): State {
  return { score: Math.max(0, score + evidenceOf(usual, isNotified, wasNotified)), wasNotified: isNotified };
}

/** How many sales in a row have to be missed until that is an alert. */
function missedUntilAlert(usual: UsualNotifications, { score, wasNotified }: State = { score: 0, wasNotified: true }): number {
  const first = evidenceOf(usual, false, wasNotified);
  return 1 + Math.max(0, Math.ceil((usual.limit - score - first) / evidenceOf(usual, false, false) - rounding));
}

export type Missing = {
  /** Index of the first sale without a notification; undefined: they are not missing. */
  since: number | undefined;
  /** How many sales since then have none. */
  count: number;
  /** After how many further missed sales they would be missing. */
  missedUntilAlert: number;
};

/** Whether notifications are missing at the end of these sales. That ends with as many notifications as make it unlikely. */
export function findMissing(usual: UsualNotifications, notified: readonly boolean[]): Missing {
  const { limit } = usual;
  let state: State = { score: 0, wasNotified: true };
  let first = 0;
  let isMissing = false;
  for (const [index, isNotified] of notified.entries()) {
    if (state.score === 0) first = index;
    state = afterSale(usual, state, isNotified);
    state.score = Math.min(limit, state.score);
    if (state.score >= limit - rounding) isMissing = true;
    if (isMissing && state.score <= limit / 2) {
      isMissing = false;
      state.score = 0;
    }
  }
  if (!isMissing) return { since: undefined, count: 0, missedUntilAlert: missedUntilAlert(usual, state) };
  return { since: first, count: notified.slice(first).filter((isNotified) => !isNotified).length, missedUntilAlert: 0 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
