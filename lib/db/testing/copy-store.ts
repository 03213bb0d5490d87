import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { createTestStore, type TestStore } from "./test-store.ts";

/** Sums over all merchants of an environment: they differ for another set of merchants. */
const sumsOfAll = ["ledger_kind_day", "ledger_kind_change", "overview_environment_day"];
/** Tables that reference a merchant by another column than `merchant_id`. */
const merchantColumns: Record<string, SQL> = {
  merchant: sql`id`,
  notify_certificate: sql`(select merchant_id from notify_endpoint where id = endpoint_id)`,
};

/** A copy of the database with only these merchants and their rows; everything else is the same. */
export async function copyStore({ db }: TestStore, merchantIds: readonly string[]): Promise<TestStore> {
  const copy = await createTestStore();
  await copy.db.transaction(async (tx) => {
    // Without triggers: their results are copied as well.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const { name, columns, hasMerchant } of await listTables(db)) {
      const column = hasMerchant ? sql`merchant_id` : merchantColumns[name];
      const where = column && sql` where coalesce(${column} = any(${sql.param([...merchantIds])}::uuid[]), true)`;
      const { rows } = await db.execute(sql`select ${sql.raw(columns)} from ${sql.identifier(name)}${where ?? sql``}`);
      if (name === "transaction") await ensureMonths(db, tx);
      await insert(tx, { name, columns, rows });
    }
    await tx.execute(sql`select setval(seqrelid, 1000000) from pg_sequence`);
    await tx.execute(sql`
      insert into ledger_kind_day select kind_id, day, sum(rows), sum(credit_minor), sum(debit_minor), min(amount_min), max(amount_max),
        min(first_at), max(last_at) from ledger_day group by 1, 2`);
    await tx.execute(sql`
      insert into overview_environment_day (environment, fact, kind, detail, currency, day, rows, amount_minor)
      select environment, fact, kind, detail, currency, day, sum(rows), sum(amount_minor) from overview_day group by 1, 2, 3, 4, 5, 6`);
  });
  return copy;
}

type Table = { name: string; columns: string; hasMerchant: boolean };

async function listTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.execute<Table>(sql`
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      bool_or(attname = 'merchant_id') as "hasMerchant"
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
      and relname not like '%migration%' and not relname = any(${sql.param(sumsOfAll)}::text[])
    group by relname`);
  return rows;
}

async function ensureMonths(from: Queryable, to: Queryable): Promise<void> {
  const { rows } = await from.execute<{ environment: string; month: string }>(
    sql`select distinct environment, date_trunc('month', occurred_at at time zone 'UTC')::text || '+00' as month from transaction`,
  );
  for (const { environment, month } of rows)
    await to.execute(sql`select ensure_transaction_month(${environment}, ${month}::timestamptz)`);
}

async function insert(
  db: Queryable,
  { name, columns, rows }: { name: string; columns: string; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  await db.execute(sql`delete from ${sql.identifier(name)}`);
  if (rows.length === 0) return;
  const content = JSON.stringify(rows, (_, value) =>
    value?.type === "Buffer" && Array.isArray(value.data) ? `\\x${Buffer.from(value.data).toString("hex")}` : value,
  );
  await db.execute(sql`
    insert into ${sql.identifier(name)} (${sql.raw(columns)})
    select ${sql.raw(columns)} from json_populate_recordset(null::${sql.identifier(name)}, ${content}::json)`);
}
