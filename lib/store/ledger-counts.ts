import { sql } from "drizzle-orm";
import { toSafeInteger } from "../core/safe-integer.ts";
import { findFittingFacets } from "./ledger-facets.ts";
import type { Database } from "./open-store.ts";

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
  db: Database,
  { beforeFrom, from, to, ...scope }: Question,
): Promise<{ days: LedgerDaySum[]; types: LedgerTypeSum[] }> {
  const { ids } = await findFittingFacets(db, scope);
  if (ids.length === 0) return { days: [], types: [] };
  const { rows } = await db.transaction(async (tx) => {
    // Thousands of rows that stand side by side: page by page they are read four times as fast as row by row.
    await tx.execute(sql`set local enable_indexscan = off`);
    // By whole facets first: what they are is looked up for a few hundred sums, not for each day's row.
    return tx.execute<Row>(sql`
    select day::text, is_now, coalesce(held.currency, facet.currency) as currency, facet.type, facet.sign,
      sum(count)::text as count, sum(credit)::text as credit, sum(debit)::text as debit
    from (
      select day, currency, is_now, facet_id, sum(rows) as count, sum(credit_minor) as credit, sum(debit_minor) as debit
      from (
        select held.day, facet.currency, held.day >= ${from}::date as is_now, held.facet_id, held.rows, held.credit_minor, held.debit_minor
        from ledger_day held join ledger_facet facet on facet.id = held.facet_id
        where held.facet_id = any(${sql.param(ids)}::int[]) and held.day between ${beforeFrom}::date and ${to}::date and held.rows > 0
      ) each
      group by grouping sets ((day, currency), (is_now, facet_id))
    ) held
    left join ledger_facet facet on facet.id = held.facet_id
    group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5`);
  });
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
