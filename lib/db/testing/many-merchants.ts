import { sql } from "drizzle-orm";
import { type RowSealer, sealTransactions } from "../transactions/sealed-transaction.ts";
import { analyzeTables } from "./analyze-tables.ts";
import type { TestStore } from "./test-store.ts";

export type StoredRow = {
  merchantId: string;
  id: string;
  atMs: number;
  day: string;
  type: string | null;
  sign: string;
  currency: string;
  account: string;
  terminal: string | null;
  amountMinor: number | null;
};

const days = 240;

/**
 * Very many merchants with a few rows each over eight months in UTC, created with a few statements. Includes merchants
 * with a kind of their own, a rare type, rows of the same instant and rows without an amount. Returns all rows.
 */
export async function fillManyMerchants(
  { db }: TestStore,
  vault: RowSealer,
  { environment, merchants, rows }: { environment: string; merchants: number; rows: number },
): Promise<StoredRow[]> {
  await db.execute(sql`
    insert into merchant (environment, slug, name, client_id, client_secret, credential_fingerprint, updated_by)
    select ${environment}, 'shop-' || n, 'Shop ' || n, '', '', '', 'test' from generate_series(1, ${merchants}::int) n`);
  await db.execute(sql`
    create unlogged table made as
    select n, place.id as merchant_id, n::text as id, kind.type, kind.sign, kind.currency, 'A' || place.at as account_number,
      case when n % 3 > 0 then 'T' || place.at || '-' || n % 3 end as terminal_id,
      timestamptz '2026-01-01Z' + (n / 4) * (interval '1 day' * ${days} * 4 / ${rows}) as occurred_at,
      case when n % 211 > 0 then kind.factor * (100 + n::bigint * 7919 % 90000) end as amount_minor
    from generate_series(1, ${rows}::int) n
    join (select id, row_number() over (order by slug) as at from merchant where environment = ${environment}) place
      on place.at = 1 + n::bigint * 7177 % ${merchants}
    join (values (0, '013', 'credit', 'EUR', 1), (1, '001', 'debit', 'EUR', -1), (2, '013', 'credit', 'JPY', 1), (3, null, 'debit', 'JPY', -1),
      (4, '042', 'debit', 'EUR', -1)) as kind(at, type, sign, currency, factor) on kind.at = case when n % 500 = 17 then 4 else n % 4 end`);
  await db.execute(
    sql`select ensure_transaction_month(${environment}, at) from (select distinct date_trunc('month', occurred_at) as at from made) months`,
  );
  await db.execute(sql`
    insert into ledger_facet (environment, merchant_id, type, sign, currency, account_number, terminal_id)
    select distinct ${environment}, merchant_id, type, sign, currency, account_number, terminal_id from made`);
  const { rows: stored } = await db.execute<StoredRow & { amountText: string | null }>(sql`
    select merchant_id as "merchantId", id, extract(epoch from occurred_at)::float8 * 1000 as "atMs", (occurred_at at time zone 'UTC')::date::text as day,
      type, sign, currency, account_number as account, terminal_id as terminal, amount_minor::text as "amountText" from made order by n`);
  const sealed = sealTransactions(
    vault,
    stored.map((row) => ({ merchantId: row.merchantId, id: row.id, record: { id: row.id }, description: null })),
  );
  await db.execute(sql`
    insert into transaction (merchant_id, environment, id, facet_id, kind_id, reference, occurred_at, occurred_at_text, day, type, sign,
      amount_minor, amount_text, currency, account_number, terminal_id, sealed, content_mark, read_at)
    select made.merchant_id, ${environment}, made.id, facet.id, facet.kind_id, 'REF' || n / 2, occurred_at, occurred_at::text,
      (occurred_at at time zone 'UTC')::date, made.type, made.sign, amount_minor, coalesce(amount_minor, 0)::text, made.currency,
      made.account_number, made.terminal_id, content.sealed, '', now()
    from made join unnest(${sql.param(sealed)}::bytea[]) with ordinality as content(sealed, n) using (n)
    join ledger_facet facet on facet.merchant_id = made.merchant_id and facet.type is not distinct from made.type and facet.sign = made.sign
      and facet.currency = made.currency and facet.account_number = made.account_number and facet.terminal_id is not distinct from made.terminal_id`);
  await db.execute(sql`insert into transaction_key (merchant_id, id, occurred_at) select merchant_id, id, occurred_at from made`);
  await db.execute(sql`
    insert into ledger_day (facet_id, merchant_id, kind_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
    select facet_id, merchant_id, kind_id, day, count(*), coalesce(sum(amount_minor) filter (where amount_minor > 0), 0),
      coalesce(sum(amount_minor) filter (where amount_minor < 0), 0), min(coalesce(amount_minor, -9007199254740992)), max(amount_minor),
      min(occurred_at), max(occurred_at)
    from transaction where environment = ${environment} group by facet_id, merchant_id, kind_id, day`);
  await db.execute(sql`
    update ledger_facet set amount_min = low, amount_max = high
    from (select facet_id, min(amount_min) as low, max(amount_max) as high from ledger_day group by facet_id) held where facet_id = id`);
  await db.execute(sql`drop table made`);
  await analyzeTables(db.$client);
  return stored.map(({ amountText, ...row }) => ({ ...row, amountMinor: amountText === null ? null : Number(amountText) }));
}
