import { and, type SQL, sql } from "drizzle-orm";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import type { Queryable } from "../connection/open-store.ts";
import { transaction } from "../schema/transaction.ts";
import { identifiedBy, isIdentified } from "../search/identified-list.ts";
import { matchingTerms, ofFacets, partitionOf, type TransactionQuery } from "../transactions/transaction-query.ts";
import { daysOf, type Facets, findSummedFacets } from "./fitting-facets.ts";

export type CurrencyTotal = { currency: string; count: number; creditMinor: number; debitMinor: number };
export type DayTotal = CurrencyTotal & { day: string };

/** The first and the last day (YYYY-MM-DD) that the query's range covers completely; undefined: no bound. */
export type WholeDays = { fromDay?: string | undefined; toDay?: string | undefined };

type SumQuery = TransactionQuery & WholeDays;
type Sum = { currency: string; day: string | null; count: number; credit: string | null; debit: string | null };

/**
 * Count and sums per currency over the whole query, sorted by currency. Sums are capped at the largest safe integer;
 * rows whose amount does not fit their currency are counted without a sum.
 */
export async function sumTransactions(db: Queryable, query: SumQuery): Promise<CurrencyTotal[]> {
  const sums = await readSums(db, query, { byDay: false });
  return sums.map(({ day: _, ...total }) => total);
}

/**
 * The same for each day with rows, sorted by day and currency: days of the environment's zone, or of `dayZone`, which
 * requires reading every row.
 */
export async function sumTransactionDays(db: Queryable, query: SumQuery, dayZone?: string): Promise<DayTotal[]> {
  if (dayZone === undefined) return readSums(db, query, { byDay: true });
  const facets = await findSummedFacets(db, query);
  if (facets.ids.length === 0) return [];
  const day = sql`(${transaction.occurredAt} at time zone ${dayZone})::date::text`;
  return merge(await sumRows(db, { query, facets, day }));
}

/** Uses the day sums for whole days, and the rows for partial days. */
async function readSums(db: Queryable, query: SumQuery, { byDay }: { byDay: boolean }): Promise<DayTotal[]> {
  const facets = await findSummedFacets(db, query);
  if (facets.ids.length === 0) return [];
  const isOfRows = isIdentified(query) || facets.ranges !== undefined;
  const options = { query, facets, byDay, day: byDay ? sql`${transaction.day}::text` : sql`null::text` };
  const parts = isOfRows ? [await sumRows(db, options)] : await Promise.all([sumDays(db, options), ...sumEdges(db, options)]);
  return merge(parts.flat());
}

/** `day`: the expression of a row's day; null when days do not matter. */
type SumOptions = { query: SumQuery; facets: Facets; day: SQL };

async function sumDays(db: Queryable, { query, facets, byDay }: SumOptions & { byDay: boolean }): Promise<Sum[]> {
  const { fromDay = "-infinity", toDay = "infinity" } = query;
  const day = byDay ? sql`held.day::text` : sql`null::text`;
  const within = sql`held.day between ${fromDay}::date and ${toDay}::date`;
  const { rows } = await db.execute<Sum>(sql`
    select currency, part as day, sum(rows)::bigint as count, sum(credit_minor)::text as credit, sum(debit_minor)::text as debit
    from ${daysOf(facets, { part: day, within })} held group by currency, part`);
  return rows;
}

const at = transaction.occurredAt;

/** The start of a day in UTC: less than a day away from its start in any zone. */
function dayInUtc(day: string): SQL {
  return sql`${`${day}T00:00:00Z`}::timestamptz`;
}

/** The partial days at both ends of the range; the conditions on time avoid reading the rows in between. */
function sumEdges(db: Queryable, options: SumOptions): Promise<Sum[]>[] {
  const { from, before, fromDay, toDay } = options.query;
  const edges = [];
  if (from && fromDay !== undefined)
    edges.push(sql`${transaction.day} < ${fromDay}::date and ${at} < ${dayInUtc(fromDay)} + interval '1 day'`);
  if (before && toDay !== undefined) {
    const notFirst = fromDay === undefined ? sql`` : sql` and ${transaction.day} >= ${fromDay}::date`;
    edges.push(sql`${transaction.day} > ${toDay}::date${notFirst} and ${at} >= ${dayInUtc(toDay)}`);
  }
  return edges.map((edge) => sumRows(db, options, edge));
}

/** Index-only scans where possible, which a condition on the environment would prevent. */
async function sumRows(db: Queryable, { query, facets, day }: SumOptions, edge?: SQL): Promise<Sum[]> {
  const amount = transaction.amountRank;
  const where = and(
    matchingTerms({ ...query, facets }),
    ofFacets(facets),
    edge,
    isIdentified(query) ? identifiedBy(query) : undefined,
  );
  const { rows } = await db.execute<Sum>(sql`
    select currency, day, sum(count)::bigint as count, sum(credit)::text as credit, sum(debit)::text as debit from (
      select ${facets.level.column} as facet_id, ${day} as day, count(*) as count, sum(${amount}) filter (where ${amount} > 0) as credit,
        sum(${amount}) filter (where ${amount} < 0 and ${amount} > '-9223372036854775808'::bigint) as debit
      from ${partitionOf(query.environment)} as transaction where ${where} group by 1, 2) held
    join ${facets.level.facets} facet on facet.id = held.facet_id
    group by currency, day`);
  return rows;
}

function merge(sums: readonly Sum[]): DayTotal[] {
  const merged = new Map<string, { sum: Sum; count: number; credit: bigint; debit: bigint }>();
  for (const sum of sums) {
    const name = `${sum.day ?? ""} ${sum.currency}`;
    const before = merged.get(name);
    const credit = (before?.credit ?? 0n) + BigInt(sum.credit ?? 0);
    const debit = (before?.debit ?? 0n) + BigInt(sum.debit ?? 0);
    merged.set(name, { sum, count: (before?.count ?? 0) + Number(sum.count), credit, debit });
  }
  return [...merged]
    .filter(([, { count }]) => count > 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { sum, count, credit, debit }]) => ({
      day: sum.day ?? "",
      currency: sum.currency,
      count,
      creditMinor: toSafeInteger(credit),
      debitMinor: toSafeInteger(debit),
    }));
}
