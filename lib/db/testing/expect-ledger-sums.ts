import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../connection/open-store.ts";
import { byKinds, byMerchants, type Level } from "../transaction-sums/ledger-levels.ts";

/** Compares the sums of facets and kinds with sums over the rows. */
export async function expectLedgerSums(db: Database): Promise<void> {
  expect(await findDifferences(db, byMerchants)).toEqual([]);
  expect(await findDifferences(db, byKinds)).toEqual([]);
}

async function findDifferences(db: Database, { days, facets, column }: Level) {
  const { rows } = await db.execute(sql`
    with days as (
      select ${column} as facet_id, day, count(*) as rows, coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as credit,
        coalesce(sum(amount_minor) filter (where amount_minor < 0), 0) as debit
      from transaction group by 1, 2
    ), held as (
      select facet_id, day, sum(rows) as rows, sum(credit_minor) as credit, sum(debit_minor) as debit
      from ${days} held group by 1, 2 having sum(rows) <> 0 or sum(credit_minor) <> 0 or sum(debit_minor) <> 0
    )
    select facet_id, day::text, days, held from days full join held using (facet_id, day)
    where (held.rows, held.credit, held.debit) is distinct from (days.rows, days.credit, days.debit)
    union all
    select ${column}, null, null, null from transaction
    where not exists (select from ${facets} facet where facet.id = ${column} and facet.sign = transaction.sign
      and facet.currency = transaction.currency and facet.type is not distinct from transaction.type)`);
  return rows;
}
