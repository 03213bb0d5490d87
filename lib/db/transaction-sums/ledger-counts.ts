import { type SQL, sql } from "drizzle-orm";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import { type MoneyKind, moneyKindFilter, moneyKindNames } from "#lib/core/transaction-types.ts";
import type { Queryable } from "../connection/open-store.ts";
import type { MerchantScope } from "../merchants/merchant-scope.ts";
import { daysOf, type Facets, findSummedFacets } from "./fitting-facets.ts";

export type LedgerSum = { currency: string; count: number; creditMinor: number; debitMinor: number };
/** `kind` null: of none. */
export type LedgerDaySum = LedgerSum & { day: string; kind: MoneyKind | null };
/** `isNow` false: of the days before `from`. */
export type LedgerTypeSum = LedgerSum & { isNow: boolean; type: string | null; sign: "credit" | "debit" };

type DayRange = { from: string; to: string };
type CountQuery = MerchantScope & { before: DayRange } & DayRange;
type Days = { facets: Facets; start: string } & DayRange;
type SumRow = { currency: string; count: string; credit: string; debit: string };

/** Sums of the ledger by day and kind over a period and the one before it, and by type over each; from the day sums. */
export async function listLedgerCounts(
  db: Queryable,
  { before, from, to, ...scope }: CountQuery,
): Promise<{ days: LedgerDaySum[]; types: LedgerTypeSum[] }> {
  const facets = await findSummedFacets(db, scope);
  if (facets.ids.length === 0) return { days: [], types: [] };
  const sumQuery = { facets, start: before.from, from, to };
  const [days, types] = await Promise.all([listDays(db, sumQuery), listTypes(db, sumQuery)]);
  return { days, types };
}

const sumsAsText = sql`sum(rows)::text as count, sum(credit_minor)::text as credit, sum(debit_minor)::text as debit`;

function within({ start, to }: Days): SQL {
  return sql`held.day between ${start}::date and ${to}::date`;
}

async function listDays(db: Queryable, sumQuery: Days): Promise<LedgerDaySum[]> {
  const { rows } = await db.execute<SumRow & Pick<LedgerDaySum, "day" | "kind">>(sql`
    select part::text as day, currency, ${kindOfRow} as kind, ${sumsAsText}
    from ${daysOf(sumQuery.facets, { part: sql`held.day`, within: within(sumQuery) })} held
    group by part, currency, kind having sum(rows) > 0 order by part, currency, kind`);
  return rows.map(({ day, kind, ...held }) => ({ day, kind, ...toSum(held) }));
}

/** The kind of a sum by its `type` and `sign`. */
const kindOfRow = sql`case ${sql.join(
  moneyKindNames.map((kind) => sql`when ${isOfKind(kind)} then ${sql.raw(`'${kind}'`)}`),
  sql` `,
)} end`;

/** Whether a row with the columns `type` and `sign` is of this kind. */
export function isOfKind(kind: MoneyKind): SQL {
  const { type, sign } = moneyKindFilter(kind);
  const isOfType = sql`type = any(${sql.param(type.split(","))}::text[])`;
  return sign === undefined ? isOfType : sql`(${isOfType} and sign = ${sign})`;
}

async function listTypes(db: Queryable, sumQuery: Days): Promise<LedgerTypeSum[]> {
  const isNow = sql`held.day >= ${sumQuery.from}::date`;
  const { rows } = await db.execute<SumRow & { isNow: boolean; type: string | null; sign: "credit" | "debit" }>(sql`
    select part as "isNow", type, sign, currency, ${sumsAsText} from ${daysOf(sumQuery.facets, { part: isNow, within: within(sumQuery) })} held
    group by 1, 2, 3, 4 having sum(rows) > 0 order by 4, 2, 3, 1`);
  return rows.map(({ isNow, type, sign, ...held }) => ({ isNow, type, sign, ...toSum(held) }));
}

function toSum({ currency, count, credit, debit }: SumRow): LedgerSum {
  return {
    currency,
    count: Number(count),
    creditMinor: toSafeInteger(BigInt(credit)),
    debitMinor: toSafeInteger(BigInt(debit)),
  };
}
