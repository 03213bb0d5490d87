import { type SQL, sql } from "drizzle-orm";
import type { Database, Queryable } from "../connection/open-store.ts";
import { dropPartitions } from "../deliveries/old-months.ts";
import { addToLedgerDays } from "../transaction-sums/ledger-days.ts";

type AgeQuery = { environment: string; before: Date };

const rowsAtOnce = 1_000;

/** Drops a partition and subtracts its rows from the day sums. Throws when readers do not release it in time. */
export function dropMonth(db: Database, month: string): Promise<number> {
  return dropPartitions(db, [month], (tx) =>
    subtractFromDays(tx, sql`gone as (select facet_id, day, amount_minor from ${sql.identifier(month)})`),
  );
}

/** Removes some of the oldest rows, but not their keys; 0 when there are no more. */
export function removeOldTransactions(db: Queryable, { environment, before }: AgeQuery): Promise<number> {
  const isOld = sql`transaction.environment = ${environment} and transaction.occurred_at < ${before.toISOString()}::timestamptz`;
  return subtractFromDays(
    db,
    sql`old as materialized (
      select merchant_id, id, occurred_at from transaction where ${isOld} order by occurred_at limit ${rowsAtOnce}),
    gone as (
      delete from transaction using old where ${isOld} and transaction.occurred_at = old.occurred_at
        and transaction.id = old.id and transaction.merchant_id = old.merchant_id
      returning facet_id, day, amount_minor)`,
  );
}

/** Subtracts the rows of a query named `gone` from the day sums; returns their number. */
async function subtractFromDays(db: Queryable, gone: SQL): Promise<number> {
  return -(await addToLedgerDays(db, sql`${gone}, changes as (select facet_id, day, amount_minor, -1 as direction from gone)`));
}

/** Deletes days without rows. */
export async function deleteEmptyDays(
  db: Queryable,
  { environment, keptFrom }: { environment: string; keptFrom: string },
): Promise<void> {
  const isEmpty = sql`rows = 0 and day < ${keptFrom}::date`;
  await db.execute(sql`delete from ledger_day where ${isEmpty}
    and facet_id in (select id from ledger_facet where environment = ${environment})`);
  await db.execute(sql`delete from ledger_kind_day where ${isEmpty}
    and kind_id in (select id from ledger_kind where environment = ${environment})`);
}
