import { type Overview, overviewOperations, overviewSchema } from "#lib/contract/overview.ts";
import { dayOf } from "#lib/core/days.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { delayBounds } from "#lib/core/payment-method.ts";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import { listOverviewCounts, type OverviewCount } from "#lib/db/overview/overview.ts";
import { countPayments } from "#lib/db/payments/payments.ts";
import { listLedgerCounts } from "#lib/db/transaction-sums/ledger-counts.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { groupScope } from "../merchants/group-scope.ts";
import { countNeverNotified } from "../notifications/count-never-notified.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import { lastDays, type Period, sumMoney, toDays, toKinds, toPeriod, toTypes } from "./count-days.ts";
import { findCoverage } from "./find-coverage.ts";
import { listAttention } from "./list-attention.ts";

/** `merchant` null: all merchants this account may see. */
type Question = { environment: Environment; merchant: string | null; input: unknown };

/** The totals of the days, with the equally long period before; from stored data, without gateway calls. */
export async function getOverview(ctx: ServiceContext, { environment, merchant: slug, input }: Question): Promise<Overview> {
  requireRole(ctx, overviewOperations.getOverview);
  const parsedQuery = parseInput(overviewOperations.getOverview.query, input);
  const merchant = slug === null ? undefined : await requireMerchant(ctx, environment, slug);
  const visible = merchant ? { environment, merchantIds: [merchant.id] } : await visibleScope(ctx, environment);
  const scope = await groupScope(ctx, visible, parsedQuery.group);
  const zone = await findZone(ctx, environment);
  const today = dayOf(new Date(ctx.clock.now()), zone);
  const period = toPeriod(
    parsedQuery.from === undefined || parsedQuery.to === undefined
      ? lastDays(today)
      : { from: parsedQuery.from, to: parsedQuery.to },
  );
  const { from, to, before } = period;
  const [ledger, counts, { notSynced, ...coverage }, neverNotified, unknownPayments] = await Promise.all([
    listLedgerCounts(ctx.db, { ...scope, before, from, to }),
    listOverviewCounts(ctx.db, { ...scope, beforeFrom: before.from, from, to, zone }),
    findCoverage(ctx, { scope, merchant, zone, from: before.from, to }),
    countNeverNotified(ctx, { scope, zone, from, to }),
    countPayments(ctx.db, { scope, ...toTimeRange({ from, to }, zone), kind: "payment", status: "unknown" }),
  ]);
  const isRunning = today <= to;
  const notifications = toNotifications(period, counts);
  const payments = toPayments(counts, unknownPayments);
  return overviewSchema.parse({
    ...{ from, to, before, zone, isRunning },
    currencies: toCurrencies(period, ledger, counts),
    notifications,
    delays: sumKinds(counts, "delay", delayBounds, isIn),
    payments,
    ...coverage,
    attention: await listAttention(ctx, scope, { notifications: notifications.now, payments, neverNotified, notSynced }),
  });
}

type Test = (count: { isNow: boolean }) => boolean;
const isIn: Test = ({ isNow }) => isNow;
const isBefore: Test = ({ isNow }) => !isNow;

type Ledger = Awaited<ReturnType<typeof listLedgerCounts>>;

/** The most used currency first; never summed across currencies. */
function toCurrencies(period: Period, { days, types }: Ledger, counts: readonly OverviewCount[]): Overview["currencies"] {
  const paid = counts.filter(({ fact, isNow, currency }) => fact === "paid" && isNow && currency !== "");
  const names = new Set([...days, ...paid].map(({ currency }) => currency));
  const currencies = [...names].map((currency) => {
    const ownDays = days.filter((sum) => sum.currency === currency);
    return {
      currency,
      now: sumMoney(ownDays.filter(({ day }) => day >= period.from)),
      before: sumMoney(ownDays.filter(({ day }) => day < period.from)),
      days: toDays(period, ownDays),
      kinds: toKinds(period, ownDays),
      types: toTypes(types.filter((sum) => sum.currency === currency)),
      paid: toPaid(paid.filter((count) => count.currency === currency)),
    };
  });
  return currencies.toSorted((left, right) => right.now.count + right.before.count - left.now.count - left.before.count);
}

function toPaid(counts: readonly OverviewCount[]): Overview["currencies"][number]["paid"] {
  const ways = [...Map.groupBy(counts, ({ kind, detail }) => `${kind} ${detail}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const count = same.reduce((sum, { rows }) => sum + rows, 0);
    const amountMinor = toSafeInteger(same.reduce((sum, item) => sum + BigInt(item.amountMinor), 0n));
    const parsed = overviewSchema.shape.currencies.element.shape.paid.element.safeParse({
      ...{ paidWith: first.kind, cardBrand: first.detail, count, amountMinor },
    });
    return parsed.success ? [parsed.data] : [];
  });
  return ways.toSorted((left, right) => right.amountMinor - left.amountMinor);
}

const verdicts = ["valid", "invalid", "not_checkable"] as const;

function toNotifications(period: Period, counts: readonly OverviewCount[]): Overview["notifications"] {
  const byDay = Map.groupBy(
    counts.filter(({ fact }) => fact === "received"),
    ({ day }) => day,
  );
  return {
    now: sumKinds(counts, "received", verdicts, isIn),
    before: sumKinds(counts, "received", verdicts, isBefore),
    days: period.days.map((day) => ({ day, ...sumKinds(byDay.get(day) ?? [], "received", verdicts, () => true) })),
  };
}

function sumKinds<Kind extends string>(
  counts: readonly OverviewCount[],
  fact: OverviewCount["fact"],
  kinds: readonly Kind[],
  isWanted: Test,
): Record<Kind, number> {
  const sums = new Map<string, number>(kinds.map((kind) => [kind, 0]));
  for (const count of counts) {
    if (count.fact === fact && isWanted(count)) sums.set(count.kind, (sums.get(count.kind) ?? 0) + count.rows);
  }
  return Object.fromEntries(sums) as Record<Kind, number>;
}

/** `unknown` as its list counts it: with the payments whose reversal had no answer. */
function toPayments(counts: readonly OverviewCount[], unknown: number): Overview["payments"] {
  const own = counts.filter(({ fact, detail }) => fact === "payment" && detail === "payment");
  const statuses = [...new Set([...own.map(({ kind }) => kind), ...(unknown > 0 ? ["unknown"] : [])])];
  const sum = (status: string, isWanted: Test) =>
    own.filter((count) => count.kind === status && isWanted(count)).reduce((total, { rows }) => total + rows, 0);
  return overviewSchema.shape.payments.parse(
    statuses.map((status) => ({
      status,
      count: status === "unknown" ? unknown : sum(status, isIn),
      before: sum(status, isBefore),
    })),
  );
}
