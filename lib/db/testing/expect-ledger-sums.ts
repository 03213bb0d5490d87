import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../connection/open-store.ts";
import { withoutAmount } from "../transaction-sums/ledger-facets.ts";
import { byKinds, byMerchants, type Level } from "../transaction-sums/ledger-levels.ts";
import { updateLedgerSums } from "../transaction-sums/update-ledger-sums.ts";

/** Compares the sums of facets and kinds with sums over the rows, before and after pending changes are aggregated. */
export async function expectLedgerSums(db: Database): Promise<void> {
  expect(await findDifferences(db, byMerchants)).toEqual([]);
  expect(await findDifferences(db, byKinds)).toEqual([]);
  while ((await updateLedgerSums(db)) > 0);
  expect(await findDifferences(db, byKinds)).toEqual([]);
}

async function findDifferences(db: Database, { days, facets, column }: Level) {
  const { rows } = await db.execute(sql`
    with days as (
      select ${column} as facet_id, day, count(*) as rows, coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as credit,
        coalesce(sum(amount_minor) filter (where amount_minor < 0), 0) as debit,
        min(coalesce(amount_minor, ${withoutAmount}::bigint)) as low, max(amount_minor) as high,
        min(occurred_at) as first_at, max(occurred_at) as last_at
      from transaction group by 1, 2
    ), held as (
      select facet_id, day, sum(rows) as rows, sum(credit_minor) as credit, sum(debit_minor) as debit,
        min(amount_min) as low, max(amount_max) as high, min(first_at) as first_at, max(last_at) as last_at
      from ${days} held group by 1, 2 having sum(rows) <> 0 or sum(credit_minor) <> 0 or sum(debit_minor) <> 0
    )
    select facet_id, day::text, days, held from days full join held using (facet_id, day)
    where (held.rows, held.credit, held.debit) is distinct from (days.rows, days.credit, days.debit)
      or held.low > days.low or held.high < days.high or held.first_at > days.first_at or held.last_at < days.last_at
    union all
    select facet.id, null, null, null from ${facets} facet join days on facet_id = id
    where amount_min > low or amount_max < high or (high is not null and amount_max is null)
    union all
    select ${column}, null, null, null from transaction
    where not exists (select from ${facets} facet where facet.id = ${column} and facet.sign = transaction.sign
      and facet.currency = transaction.currency and facet.type is not distinct from transaction.type)`);
  return rows;
}
