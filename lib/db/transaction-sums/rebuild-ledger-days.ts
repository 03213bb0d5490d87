import { sql } from "drizzle-orm";
import type { Database } from "../connection/open-store.ts";
import type { StoredDays } from "../transactions/stored-days.ts";
import { withoutAmount } from "./ledger-facets.ts";

/** Advisory lock, with a merchant's hash: two concurrent runs would add the same difference twice. */
const lock = 4_242_034;

/**
 * Corrects a merchant's day sums to match its rows. Blocks no writers: rows and sums change in one transaction, so the
 * difference that one statement sees stays valid whatever is stored meanwhile.
 */
export async function rebuildLedgerDays(db: Database, { merchantId, fromDay, toDay }: StoredDays): Promise<void> {
  const isAsked = sql`merchant_id = ${merchantId}::uuid and day between ${fromDay}::date and ${toDay}::date`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock}, hashtext(${merchantId}::text))`);
    await tx.execute(sql`
      insert into ledger_day as held (merchant_id, kind_id, facet_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
      select ${merchantId}::uuid, coalesce(held.kind_id, counted.kind_id), facet_id, day,
        coalesce(counted.rows, 0) - coalesce(held.rows, 0), coalesce(credit, 0) - coalesce(credit_minor, 0),
        coalesce(debit, 0) - coalesce(debit_minor, 0), coalesce(low, amount_min), coalesce(high, amount_max),
        coalesce(counted.first_at, held.first_at), coalesce(counted.last_at, held.last_at)
      from (select * from ledger_day where ${isAsked}) held full join (
        select facet_id, kind_id, day, count(*) as rows, coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as credit,
          coalesce(sum(amount_minor) filter (where amount_minor < 0), 0) as debit,
          min(coalesce(amount_minor, ${withoutAmount}::bigint)) as low, max(amount_minor) as high,
          min(occurred_at) as first_at, max(occurred_at) as last_at
        from transaction where ${isAsked} group by facet_id, kind_id, day
      ) counted using (facet_id, day)
      where (held.rows, credit_minor, debit_minor) is distinct from (counted.rows, credit, debit)
        or amount_min > low or coalesce(amount_max < high, high is not null) or held.first_at > counted.first_at or held.last_at < counted.last_at
      on conflict (facet_id, day) do update set rows = held.rows + excluded.rows,
        credit_minor = held.credit_minor + excluded.credit_minor, debit_minor = held.debit_minor + excluded.debit_minor,
        amount_min = least(held.amount_min, excluded.amount_min), amount_max = greatest(held.amount_max, excluded.amount_max),
        first_at = least(held.first_at, excluded.first_at), last_at = greatest(held.last_at, excluded.last_at)`);
    await tx.execute(sql`delete from ledger_day where rows = 0 and ${isAsked}`);
  });
}
