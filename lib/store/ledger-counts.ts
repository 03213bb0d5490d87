import { sql } from "drizzle-orm";
import { toSafeInteger } from "../core/safe-integer.ts";
import { findFittingFacets } from "./ledger-facets.ts";
import type { Queryable } from "./open-store.ts";

export type LedgerSum = { currency: string; count: number; creditMinor: number; debitMinor: number };
export type LedgerDaySum = LedgerSum & { day: string };
/** `isNow` false: of the days before `from`. */
export type LedgerTypeSum = LedgerSum & { isNow: boolean; type: string | null; sign: "credit" | "debit" };

type Question = { environment: string; merchantIds: readonly string[]; beforeFrom: string; from: string; to: string };
type Row = {
  day: string | null;
  is_now: boolean | null;
  currency: string;
  type: string | null;
  sign: "credit" | "debit" | null;
  count: string;
  credit: string;
  debit: string;
};

/** Sums of the ledger from `beforeFrom` to `to` by day, and by type before and since `from`; from the days' own sums. */
export async function listLedgerCounts(
  db: Queryable,
  { beforeFrom, from, to, ...scope }: Question,
): Promise<{ days: LedgerDaySum[]; types: LedgerTypeSum[] }> {
  const { ids } = await findFittingFacets(db, scope);
  if (ids.length === 0) return { days: [], types: [] };
  const { rows } = await db.execute<Row>(sql`
    select day::text, is_now, currency, type, sign, sum(rows)::text as count, sum(credit_minor)::text as credit,
      sum(debit_minor)::text as debit
    from (
      select held.day, held.day >= ${from}::date as is_now, facet.currency, facet.type, facet.sign, held.rows, held.credit_minor,
        held.debit_minor
      from ledger_day held join ledger_facet facet on facet.id = held.facet_id
      where held.facet_id = any(${sql.param(ids)}::int[]) and held.day between ${beforeFrom}::date and ${to}::date and held.rows > 0
    ) each
    group by grouping sets ((day, currency), (is_now, currency, type, sign)) order by day, currency, type, sign`);
  const sums = rows.map(({ count, credit, debit, ...row }) => ({
    ...row,
    count: Number(count),
    creditMinor: toSafeInteger(BigInt(credit)),
    debitMinor: toSafeInteger(BigInt(debit)),
  }));
  return {
    days: sums.flatMap(({ day, is_now: _, type: _type, sign: _sign, ...sum }) => (day === null ? [] : [{ ...sum, day }])),
    types: sums.flatMap(({ day, is_now: isNow, sign, ...sum }) =>
      day !== null || isNow === null || sign === null ? [] : [{ ...sum, isNow, sign }],
    ),
  };
}
