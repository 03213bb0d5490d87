import { sql } from "drizzle-orm";
import type { Database } from "../connection/open-store.ts";

/** Advisory lock: its holder is the only writer of the sums of whole environments. */
const ledgerSumsLock = 4_242_032;
const changesAtOnce = 20_000;

/**
 * Aggregates pending changes of the ledger's days into the sums of whole environments; one caller at a time. Returns
 * the number of changes.
 */
export async function updateLedgerSums(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows: locked } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${ledgerSumsLock}) as mine`,
    );
    if (!locked[0]?.mine) return 0;
    const { rows } = await tx.execute<{ taken: number; kinds: number[] | null; days: string[] | null }>(sql`
      with taken as (
        delete from ledger_kind_change where id in (select id from ledger_kind_change order by id limit ${changesAtOnce}) returning *
      ), folded as (
        insert into ledger_kind_day as held (kind_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
        select kind_id, day, sum(rows), sum(credit_minor), sum(debit_minor), min(amount_min), max(amount_max), min(first_at), max(last_at)
        from taken group by kind_id, day
        on conflict (kind_id, day) do update set rows = held.rows + excluded.rows,
          credit_minor = held.credit_minor + excluded.credit_minor, debit_minor = held.debit_minor + excluded.debit_minor,
          amount_min = least(held.amount_min, excluded.amount_min), amount_max = greatest(held.amount_max, excluded.amount_max),
          first_at = least(held.first_at, excluded.first_at), last_at = greatest(held.last_at, excluded.last_at)
      ), widened as (
        update ledger_kind set amount_min = least(amount_min, low), amount_max = greatest(amount_max, high)
        from (select kind_id, min(amount_min) as low, max(amount_max) as high from taken group by kind_id) seen
        where ledger_kind.id = kind_id
          and (least(amount_min, low) is distinct from amount_min or greatest(amount_max, high) is distinct from amount_max)
      )
      select count(*)::int as taken, array_agg(distinct kind_id) as kinds, array_agg(distinct day::text) as days from taken`);
    const [{ taken, kinds, days } = { taken: 0, kinds: null, days: null }] = rows;
    if (taken > 0)
      await tx.execute(sql`delete from ledger_kind_day where rows = 0 and kind_id = any(${sql.param(kinds)}::int[])
        and day = any(${sql.param(days)}::date[])`);
    return taken;
  });
}
