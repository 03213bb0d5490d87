import { sql } from "drizzle-orm";
import { withoutAmount } from "./ledger-facets.ts";
import type { Database } from "./open-store.ts";
import type { StoredDays } from "./stored-days.ts";

/** Sums a merchant's days anew from their rows, where the sums differ. Writers wait for the moment it takes. */
export async function rebuildLedgerDays(db: Database, { merchantId, fromDay, toDay }: StoredDays): Promise<void> {
  const mine = sql`facet_id in (select id from ledger_facet where merchant_id = ${merchantId}::uuid)
    and day between ${fromDay}::date and ${toDay}::date`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ledger_day in share row exclusive mode`);
    await tx.execute(sql`delete from ledger_day where ${mine}`);
    await tx.execute(sql`
      insert into ledger_day (facet_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
      select facet_id, day, count(*), coalesce(sum(amount_minor) filter (where amount_minor > 0), 0),
        coalesce(sum(amount_minor) filter (where amount_minor < 0), 0),
        min(coalesce(amount_minor, ${withoutAmount}::bigint)), max(amount_minor),
        min(occurred_at), max(occurred_at)
      from transaction where merchant_id = ${merchantId}::uuid and day between ${fromDay}::date and ${toDay}::date
      group by facet_id, day`);
  });
}
