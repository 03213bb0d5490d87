import type pg from "pg";
import { toIdentifierText } from "#lib/db/search/identifiers.ts";
import { analyzeTables } from "#lib/db/testing/analyze-tables.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { sealRows } from "./seal-rows.ts";
import { withoutIndexes } from "./without-indexes.ts";

export const benchEnvironment = "demo";

type Fill = {
  pool: pg.Pool;
  vault: Vault;
  merchantIds: readonly string[];
  endpointIds: readonly string[];
  rows: number;
  withNotifications?: boolean;
};

/**
 * Fills two years of `rows` transactions of all merchants and as many notifications about them, with everything that
 * ledger sync and receiver would derive. Sales, their fees, refunds; a type that one in 5,000 rows has, one of a single
 * month, and terminals that were retired after half a year.
 */
export async function fillLedger({ pool, vault, merchantIds, endpointIds, rows, withNotifications = true }: Fill): Promise<void> {
  const count = merchantIds.length;
  await pool.query("drop table if exists bench_row");
  await pool.query(
    `create unlogged table bench_row as
     select n, ($2::uuid[])[1 + n % ${count}] as merchant_id, (9000000000 + n)::text as id,
       'POSB' || upper(substr(md5((n / ${2 * count})::text || (n % ${count})::text), 1, 12)) as reference,
       date_trunc('second', now() - interval '1 day' - ($1 - n) * (interval '730 days' / $1)) as occurred_at, kind.type, kind.sign,
       case when n % 5 = 0 then 'GBP' else 'EUR' end as currency,
       kind.factor * (50 + floor(power(random(), 3) * case when kind.type = '001' then 400 else 60000 end))::bigint as amount_minor,
       'ORD-' || lpad(n::text, 9, '0') as reference_number, lpad((n::bigint * 7919 % 10000)::text, 4, '0') as digits,
       lpad((n % 1000000)::text, 6, '0') as stan, 8100 + n % ${count} as terminal_base
     from generate_series(1, $1::int) n cross join lateral (
       select * from (values ('013', 'credit', 1), ('001', 'debit', -1), ('501', 'credit', 1), ('011', 'debit', -1), ('003', 'debit', -1),
         ('042', 'debit', -1), ('019', 'credit', 1)) as each(type, sign, factor)
       where type = case when n % 5000 = 17 then '042' when n % 100 between 0 and 2 then '011' when n % 100 between 3 and 5 then '003'
         when n % 29 = 0 and n between $1 * 0.4 and $1 * 0.44 then '019' when (n / ${count}) % 2 = 1 then '001' when n % 7 = 0 then '501' else '013' end
     ) kind`,
    [rows, merchantIds],
  );
  await pool.query(
    `alter table bench_row add account_number text, add terminal_id text;
     update bench_row set account_number = (500000 + terminal_base) || case currency when 'EUR' then '01' else '02' end,
       terminal_id = case when type = '003' then null when n < ${Math.round(rows / 4)} and n % 3 = 0 then terminal_base || '0009'
         else terminal_base || '000' || (1 + n / ${count} % 3) end`,
  );
  await pool.query(
    `insert into ledger_facet (environment, merchant_id, type, sign, currency, account_number, terminal_id, is_folded)
     select distinct '${benchEnvironment}', merchant_id, type, sign, currency, account_number, terminal_id, type = '001' from bench_row`,
  );
  await pool.query(
    `select ensure_transaction_month('${benchEnvironment}', month) from (select distinct date_trunc('month', occurred_at) as month from bench_row) m`,
  );
  await pool.query(
    `select ensure_delivery_month('${benchEnvironment}', month) from (select distinct date_trunc('month', ${arrivedAt}) as month from bench_row r) m`,
  );
  await sealRows({ pool, vault, rows });
  await withoutIndexes(pool, "transaction", () => fillTransactions(pool));
  if (withNotifications) {
    await withoutIndexes(pool, "delivery", () => fillDeliveries(pool, endpointIds));
    await withoutIndexes(pool, "delivery_text", () => fillWords(pool));
  }
  await pool.query("drop table bench_sealed");
  await analyzeTables(pool);
}

/** The variants that `toIdentifierText` creates: both spellings of a number with leading zeros. */
function identifierText(known: Record<string, string>): string {
  const words = Object.entries(known).map(([field, value]) => {
    const sign = (toIdentifierText([{ field, value: "X" }]) ?? "").slice(1);
    return `nullif(${value}, '') || e'${sign.replace("\t", "\\t")}'`;
  });
  return `concat_ws(e'\\n', ${words.join(", ")})`;
}

const order = "replace(r.reference_number, '-', '')";
const amount = "(abs(r.amount_minor) / 100.0)::numeric(12,2)::text";
const shared = { pan: "r.digits", amount };
const transactionIdentifiers = `concat_ws(e'\\n', ${identifierText({
  ...{ reference: "r.reference", referenceNumber: order, id: "r.id", terminal: "r.terminal_id", account: "r.account_number" },
  ...{ ...shared, stan: "r.stan" },
})}, case when r.stan like '0%' and r.stan <> '000000' then ${identifierText({ stan: "ltrim(r.stan, '0')" })} end)`;
const deliveryIdentifiers = identifierText({
  ...{ trnref: "r.reference", orderId: order, ...shared, email: "'h' || left(md5('mail' || r.n), 22)" },
});

async function fillTransactions(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into transaction (merchant_id, environment, id, facet_id, kind_id, reference, occurred_at, occurred_at_text, day, type, sign, amount_minor,
       amount_text, currency, account_number, terminal_id, reference_number, pan, identifiers, sealed, content_mark, read_at)
     select r.merchant_id, '${benchEnvironment}', r.id, f.id, f.kind_id, r.reference, r.occurred_at, to_char(r.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'),
       (r.occurred_at at time zone 'UTC')::date, r.type, r.sign, r.amount_minor, (r.amount_minor / 100.0)::numeric(12,2)::text, r.currency,
       r.account_number, r.terminal_id, r.reference_number, '*' || r.digits, ${transactionIdentifiers}, s.sealed, s.content_mark,
       now()
     from bench_row r join bench_sealed s on s.n = r.n join ledger_facet f on f.merchant_id = r.merchant_id and f.type = r.type and f.sign = r.sign and f.currency = r.currency
       and f.account_number = r.account_number and f.terminal_id is not distinct from r.terminal_id`,
  );
  await pool.query("insert into transaction_key select merchant_id, id, occurred_at from bench_row");
  await pool.query(
    `insert into ledger_day (facet_id, merchant_id, kind_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
     select facet_id, merchant_id, kind_id, day, count(*), coalesce(sum(amount_minor) filter (where amount_minor > 0), 0),
       coalesce(sum(amount_minor) filter (where amount_minor < 0), 0), min(amount_minor), max(amount_minor), min(occurred_at), max(occurred_at)
     from transaction group by facet_id, merchant_id, kind_id, day`,
  );
  await pool.query(
    `update ledger_facet set amount_min = held.low, amount_max = held.high
     from (select facet_id, min(amount_min) as low, max(amount_max) as high from ledger_day group by facet_id) held where held.facet_id = id`,
  );
}

const arrivedAt = "r.occurred_at + interval '2 seconds'";
/** Version 7 ids, as the receiver generates them. */
const deliveryId = `(left(first_id_at(${arrivedAt})::text, 14) || '7' || substr(md5('delivery' || n), 1, 3) || '-8'
  || substr(md5('delivery' || n), 4, 3) || '-' || substr(md5('delivery' || n), 7, 12))::uuid`;

async function fillDeliveries(pool: pg.Pool, endpointIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into delivery (id, endpoint_id, environment, merchant_id, event_id, sha256, body, body_bytes, headers, received_at, last_seen_at,
       method, order_id, trnref, amount_minor, currency, identifiers, verdict, reasons, answer_status, answer_body, answer_ms)
     select ${deliveryId}, ($1::uuid[])[1 + n % ${endpointIds.length}], '${benchEnvironment}', merchant_id, ${deliveryId}, sha256(n::text::bytea), '\\x00', 1, '\\x00',
       ${arrivedAt}, ${arrivedAt}, 'IPCPurchaseNotify', reference_number, reference,
       abs(amount_minor), currency, ${deliveryIdentifiers}, 'valid', '{}', 200, 'OK', 1.5
     from bench_row r`,
    [endpointIds],
  );
}

/** Without them the app would compute them during the measurement. */
async function fillWords(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into delivery_text (delivery_id, environment, merchant_id, words)
     select id, environment, merchant_id, array_to_tsvector(array[lower(order_id), lower(trnref)]) from delivery on conflict do nothing`,
  );
}
