import { type SQL, sql } from "drizzle-orm";
import type { Database, Queryable } from "../connection/open-store.ts";
import { byKinds } from "./ledger-levels.ts";
import { ledgerSumsLock } from "./update-ledger-sums.ts";

export type LedgerDifference = { kindId: number; day: string; held: number; counted: number };

/** Differences since a day (YYYY-MM-DD) between the sums over all merchants and those of the merchants; empty when correct. */
export async function checkLedgerSums(db: Queryable, since: string): Promise<LedgerDifference[]> {
  const { rows } = await db.execute<LedgerDifference>(sql`
    select kind_id as "kindId", day::text, held::int, (held + rows)::int as counted from (${differences(since)}) differing
    order by 1, 2 limit 100`);
  return rows;
}

/**
 * Adds what is missing to the pending changes. Blocks no writers: a merchant's sums and the sums over all change in one
 * transaction, so the difference that one statement sees stays valid whatever is stored meanwhile.
 */
export async function rebuildLedgerSums(db: Database, since: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Two concurrent runs would add the same difference twice.
    await tx.execute(sql`select pg_advisory_xact_lock(${ledgerSumsLock})`);
    await tx.execute(sql`
      insert into ledger_kind_change (kind_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
      select kind_id, day, rows, credit, debit, low, high, first_at, last_at from (${differences(since)}) differing`);
  });
}

/** The corrections of each kind's days: differences of sums, or wider bounds. Days without rows keep old bounds. */
function differences(since: string): SQL {
  return sql`
    select kind_id, day, coalesce(held.rows, 0) as held, coalesce(counted.rows, 0) - coalesce(held.rows, 0) as rows,
      coalesce(counted.credit, 0) - coalesce(held.credit, 0) as credit, coalesce(counted.debit, 0) - coalesce(held.debit, 0) as debit,
      coalesce(counted.low, held.low) as low, coalesce(counted.high, held.high) as high,
      coalesce(counted.first_at, held.first_at) as first_at, coalesce(counted.last_at, held.last_at) as last_at
    from (
      select facet_id as kind_id, day, ${sums} from ${byKinds.days} kinds where day >= ${since}::date ${ofEachDay}
    ) held full join (
      select merchants.*, bounds.amount_min as kind_low, bounds.amount_max as kind_high
      from (
        select kind_id, day, ${sums} from ledger_day
        where day >= ${since}::date and rows <> 0 ${ofEachDay}
      ) merchants join ${byKinds.facets} bounds on bounds.id = kind_id
    ) counted using (kind_id, day)
    where (held.rows, held.credit, held.debit) is distinct from (counted.rows, counted.credit, counted.debit)
      or held.low > counted.low or coalesce(kind_low > counted.low, counted.low is not null)
      or coalesce(held.high < counted.high, counted.high is not null) or coalesce(kind_high < counted.high, counted.high is not null)
      or held.first_at > counted.first_at or held.last_at < counted.last_at`;
}

const sums = sql`sum(rows) as rows, sum(credit_minor) as credit, sum(debit_minor) as debit, min(amount_min) as low,
  max(amount_max) as high, min(first_at) as first_at, max(last_at) as last_at`;

const ofEachDay = sql`group by 1, 2 having sum(rows) <> 0 or sum(credit_minor) <> 0 or sum(debit_minor) <> 0`;
