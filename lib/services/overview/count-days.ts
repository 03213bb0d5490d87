import type { Overview } from "#lib/contract/overview.ts";
import { addDays, countDays } from "#lib/core/days.ts";
import { type MoneyKind, moneyKindNames, transactionTypeText } from "#lib/core/transaction-types.ts";
import type { LedgerDaySum, LedgerTypeSum } from "#lib/db/transaction-sums/ledger-counts.ts";

const shownDays = 30;

/** A period and the equally long period before it. */
export type Period = { from: string; to: string; before: { from: string; to: string }; days: string[]; daysBefore: string[] };

export function toPeriod({ from, to }: { from: string; to: string }): Period {
  const length = countDays({ from, to });
  const days = Array.from({ length }, (_, at) => addDays(from, at));
  const daysBefore = days.map((_, at) => addDays(from, at - length));
  return { from, to, before: { from: daysBefore[0] ?? from, to: addDays(from, -1) }, days, daysBefore };
}

/** The default period. */
export function lastDays(today: string): { from: string; to: string } {
  return { from: addDays(today, 1 - shownDays), to: today };
}

type Money = { count: number; creditMinor: number; debitMinor: number };
const nothing: Money = { count: 0, creditMinor: 0, debitMinor: 0 };

export function sumMoney(sums: readonly Money[]): Money {
  return sums.reduce(
    (sum, item) => ({
      count: sum.count + item.count,
      creditMinor: sum.creditMinor + item.creditMinor,
      debitMinor: sum.debitMinor + item.debitMinor,
    }),
    nothing,
  );
}

type Currency = Overview["currencies"][number];

/** Every day of the period, empty ones included, each with the corresponding day of the previous period. */
export function toDays(period: Period, sums: readonly LedgerDaySum[]): Currency["days"] {
  const byDay = Map.groupBy(sums, ({ day }) => day);
  return period.days.map((day, at) => {
    const dayBefore = period.daysBefore[at] ?? day;
    const [own, before] = [byDay.get(day) ?? [], byDay.get(dayBefore) ?? []];
    return {
      ...{ day, ...sumMoney(own) },
      kinds: ofEachKind((kind) => sumOfKind(own, kind).amountMinor),
      before: { day: dayBefore, ...sumMoney(before), salesMinor: sumOfKind(before, "sales").amountMinor },
    };
  });
}

/** Sales, refunds and so on of the period and of the one before it. */
export function toKinds({ from }: Period, sums: readonly LedgerDaySum[]): Currency["kinds"] {
  const now = sums.filter(({ day }) => day >= from);
  const before = sums.filter(({ day }) => day < from);
  return ofEachKind((kind) => ({ now: sumOfKind(now, kind), before: sumOfKind(before, kind) }));
}

function ofEachKind<Value>(sumOf: (kind: MoneyKind) => Value): Record<MoneyKind, Value> {
  return Object.fromEntries(moneyKindNames.map((kind) => [kind, sumOf(kind)])) as Record<MoneyKind, Value>;
}

function sumOfKind(sums: readonly LedgerDaySum[], wanted: MoneyKind): { count: number; amountMinor: number } {
  const { count, creditMinor, debitMinor } = sumMoney(sums.filter(({ kind }) => kind === wanted));
  return { count, amountMinor: creditMinor + debitMinor };
}

/** The types that occur, largest amount first. */
export function toTypes(sums: readonly LedgerTypeSum[]): Overview["currencies"][number]["types"] {
  const types = [...Map.groupBy(sums, ({ type, sign }) => `${type} ${sign}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { type, sign } = first;
    const of = (isNow: boolean) => {
      const { count, creditMinor, debitMinor } = sumMoney(same.filter((sum) => sum.isNow === isNow));
      return { count, amountMinor: creditMinor + debitMinor };
    };
    return [{ type, sign, typeName: transactionTypeText(type).message, ...of(true), before: of(false) }];
  });
  return types.toSorted((left, right) => Math.abs(right.amountMinor) - Math.abs(left.amountMinor));
}
