import { eq, max, min, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { ledgerDay } from "../schema/transaction.ts";

/** One row as its facet's day counts it. */
export type DayRow = { facetId: number; day: string; amountMinor: number | null };

/** Updates the sums for added and removed rows; call it in the transaction that stores them. */
export async function changeLedgerDays(
  db: Queryable,
  { came, went }: { came: readonly DayRow[]; went: readonly DayRow[] },
): Promise<void> {
  if (came.length + went.length === 0) return;
  const changes = [...came.map((row) => ({ ...row, direction: 1 })), ...went.map((row) => ({ ...row, direction: -1 }))];
  await addToLedgerDays(
    db,
    sql`changes as (
      select * from unnest(${sql.param(changes.map(({ facetId }) => facetId))}::int[], ${sql.param(changes.map(({ day }) => day))}::date[],
        ${sql.param(changes.map(({ amountMinor }) => amountMinor))}::bigint[], ${sql.param(changes.map(({ direction }) => direction))}::int[])
        as change(facet_id, day, amount_minor, direction))`,
  );
  if (went.length === 0) return;
  await db.execute(sql`
    delete from ledger_day using unnest(${sql.param(went.map(({ facetId }) => facetId))}::int[], ${sql.param(went.map(({ day }) => day))}::date[])
      as gone(facet_id, day)
    where ledger_day.facet_id = gone.facet_id and ledger_day.day = gone.day and rows = 0`);
}

/**
 * Adds rows to the sums of their merchants' days and of the environment's, and returns how many rows more there are.
 * `steps` ends with a query named `changes`: facet_id, day, amount_minor, and direction -1 for a removed row. Each writer
 * changes the days in one statement and in one order, so that none deadlocks over those of the environment.
 */
export async function addToLedgerDays(db: Queryable, steps: SQL): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(sql`
    with ${steps},
    changed as materialized (
      select facet_id, merchant_id, kind_id, day, sum(direction)::int as rows,
        coalesce(sum(amount_minor * direction) filter (where amount_minor > 0), 0) as credit_minor,
        coalesce(sum(amount_minor * direction) filter (where amount_minor < 0), 0) as debit_minor
      from changes join ledger_facet facet on facet.id = facet_id group by 1, 2, 3, 4),
    of_merchants as (
      insert into ledger_day as held (facet_id, merchant_id, kind_id, day, rows, credit_minor, debit_minor)
      select * from changed order by facet_id, day
      on conflict (facet_id, day) do update set rows = held.rows + excluded.rows,
        credit_minor = held.credit_minor + excluded.credit_minor, debit_minor = held.debit_minor + excluded.debit_minor),
    of_environment as (
      insert into ledger_kind_day as held (kind_id, day, rows, credit_minor, debit_minor)
      select kind_id, day, sum(rows), sum(credit_minor), sum(debit_minor) from changed group by 1, 2 order by 1, 2
      on conflict (kind_id, day) do update set rows = held.rows + excluded.rows,
        credit_minor = held.credit_minor + excluded.credit_minor, debit_minor = held.debit_minor + excluded.debit_minor)
    select coalesce(sum(rows), 0)::int as rows from changed`);
  return rows[0]?.rows ?? 0;
}

/** How many rows of a merchant are stored, and their first and last day. */
export async function describeLedger(
  db: Queryable,
  merchantId: string,
): Promise<{ rows: number; firstDay: string | null; lastDay: string | null }> {
  const [held] = await db
    .select({
      rows: sql<number>`coalesce(sum(${ledgerDay.rows}), 0)::bigint`,
      firstDay: min(ledgerDay.day),
      lastDay: max(ledgerDay.day),
    })
    .from(ledgerDay)
    .where(eq(ledgerDay.merchantId, merchantId));
  return held ?? { rows: 0, firstDay: null, lastDay: null };
}
