import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { dropPartitions } from "../deliveries/old-months.ts";

type AgeQuery = { environment: string; before: Date };

const rowsAtOnce = 1_000;
const removedColumns = sql.raw("facet_id, day, amount_minor, transaction.merchant_id, transaction.id, transaction.occurred_at");

/**
 * Drops a partition, and subtracts its rows from the day sums; `removeOldKeys` removes their keys afterwards. Throws when readers do
 * not release it in time.
 */
export function dropMonth(db: Queryable, month: string): Promise<number> {
  return dropPartitions(db, [month], (tx) =>
    subtractRemoved(tx, sql`gone as (select ${removedColumns} from ${sql.identifier(month)} as transaction)`),
  );
}

/** Removes some of the oldest rows, with their keys; 0 when there are no more. */
export function removeOldTransactions(db: Queryable, { environment, before }: AgeQuery): Promise<number> {
  const isOld = sql`transaction.environment = ${environment} and transaction.occurred_at < ${before.toISOString()}::timestamptz`;
  return subtractRemoved(
    db,
    sql`old as materialized (
      select merchant_id, id, occurred_at from transaction where ${isOld} order by occurred_at limit ${rowsAtOnce}),
    gone as (
      delete from transaction using old where ${isOld} and transaction.occurred_at = old.occurred_at
        and transaction.id = old.id and transaction.merchant_id = old.merchant_id
      returning ${removedColumns}),
    keys as (
      delete from transaction_key using gone where transaction_key.merchant_id = gone.merchant_id and transaction_key.id = gone.id
        and transaction_key.occurred_at = gone.occurred_at)`,
  );
}

/** Subtracts the rows of a query named `gone` from the day sums; returns their number. */
async function subtractRemoved(db: Queryable, gone: SQL): Promise<number> {
  const { rows } = await db.execute<{ removed: number }>(sql`
    with ${gone},
    went as materialized (
      select facet_id, day, count(*)::int as rows, coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as credit,
        coalesce(sum(amount_minor) filter (where amount_minor < 0), 0) as debit
      from gone group by facet_id, day),
    taken as (
      update ledger_day set rows = ledger_day.rows - went.rows, credit_minor = credit_minor - went.credit,
        debit_minor = debit_minor - went.debit
      from went where ledger_day.facet_id = went.facet_id and ledger_day.day = went.day)
    select coalesce(sum(rows), 0)::int as removed from went`);
  return rows[0]?.removed ?? 0;
}

const keysAtOnce = 10_000;

type Key = { merchantId: string; id: string };

const firstKey: Key = { merchantId: "00000000-0000-0000-0000-000000000000", id: "" };

/**
 * Removes the keys older than `before` of rows that are gone, also those that an earlier version left, in one range of keys: a month
 * may have more than one statement can delete. Returns where the next range begins; undefined after the last.
 */
export async function removeOldKeys(
  db: Queryable,
  { environment, before }: AgeQuery,
  { from = firstKey, atOnce = keysAtOnce }: { from?: Key | undefined; atOnce?: number } = {},
): Promise<Key | undefined> {
  const place = ({ merchantId, id }: Key) => sql`(${merchantId}::uuid, ${id})`;
  const start = sql`(merchant_id, id) >= ${place(from)}`;
  const {
    rows: [next],
  } = await db.execute<Key>(sql`select merchant_id as "merchantId", id from transaction_key
    where ${start} order by merchant_id, id offset ${atOnce} limit 1`);
  const end = next ? sql`and (merchant_id, id) < ${place(next)}` : sql``;
  // A row may have come again meanwhile, with a longer retention: without its key it would be stored twice.
  await db.execute(sql`delete from transaction_key where ${start} ${end}
    and occurred_at < ${before.toISOString()}::timestamptz
    and merchant_id in (select id from merchant where environment = ${environment})
    and not exists (select from transaction row where row.environment = ${environment}
      and row.merchant_id = transaction_key.merchant_id and row.occurred_at = transaction_key.occurred_at
      and row.id = transaction_key.id)`);
  return next;
}

/** Deletes days without rows. */
export async function deleteEmptyDays(
  db: Queryable,
  { environment, keptFrom }: { environment: string; keptFrom: string },
): Promise<void> {
  await db.execute(sql`delete from ledger_day where rows = 0 and day < ${keptFrom}::date
    and facet_id in (select id from ledger_facet where environment = ${environment})`);
}
