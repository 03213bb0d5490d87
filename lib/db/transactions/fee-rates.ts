import { type SQL, sql } from "drizzle-orm";
import type { FeeKind } from "#lib/contract/fee-marks.ts";
import type { CardBrand } from "#lib/core/payment-method.ts";
import { feeDaysApart, feeTypes, moneyKinds } from "#lib/core/transaction-types.ts";
import type { Database, Transaction } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { epochMs } from "../settings/epoch.ts";

export type FeeQuery = MerchantScope & {
  from: Date;
  /** Exclusive. */
  before: Date;
  currency?: string | undefined;
  brand?: CardBrand | undefined;
};

const apart = sql.raw(`interval '${feeDaysApart} days'`);
/** Around the period: the sales that say what is usual, and their fees. */
const around = sql.raw(`interval '${2 * feeDaysApart} days'`);
const saleTypes = sql`${sql.param([...moneyKinds.sales.types])}::text[]`;
const isFee = sql`coalesce(type = any(${sql.param([...feeTypes])}::text[]), false)`;
/** An outlier is at least this many minor units off, so that rounding makes none. */
const outlierMinor = 10;

const columns = { environment: sql`environment`, merchantId: sql`merchant_id` };

/**
 * Raw SQL, since one statement reads the rows of the period once: a month of 100,000 sales. `rated`: each sale with its fee and
 * brand; a payment booked in parts is one sale, on the day of the first. `usual`: of the sales within 31 days of a day, so that
 * an outlier is one whatever period is asked for. `alone`: fees whose reference no other booking has.
 */
function withRated(query: FeeQuery): SQL {
  const [from, before] = [query.from, query.before].map((at) => sql`${at.toISOString()}::timestamptz`);
  const isWithin = sql`occurred_at >= ${from} and occurred_at < ${before}`;
  const isNear = sql`occurred_at >= ${from} - ${around} and occurred_at < ${before} + ${around}`;
  return sql`with near as materialized (
    select merchant_id, reference, currency, id, occurred_at, day, amount_minor, ${isFee} as is_fee, ${isWithin} as is_within,
      (type = any(${saleTypes}) and sign = 'credit' and amount_minor > 0) is true as is_sale
    from transaction where ${inScope(query, columns)} and ${isNear}
  ), booked as materialized (
    select merchant_id, reference, currency, min(id) filter (where is_sale) as id, min(occurred_at) filter (where is_sale) as occurred_at,
      min(day) filter (where is_sale) as day, sum(amount_minor) filter (where is_sale) as sale_minor,
      -sum(amount_minor) filter (where is_fee) as fee_minor, count(*) filter (where not is_fee) as others
    from near where reference is not null group by 1, 2, 3
  ), elsewhere as materialized (
    select distinct merchant_id, reference from booked where fee_minor is not null and sale_minor is null
  ), brand as materialized (
    ${brands(query, { from, before })}
  ), sale as (
    select merchant_id, reference, currency, id, occurred_at, day, sale_minor, fee_minor from booked where sale_minor is not null
    union all
    select merchant_id, null, currency, id, occurred_at, day, amount_minor, null from near where is_sale and reference is null
  ), matched as materialized (
    select sale.*, elsewhere.reference is not null as is_elsewhere, coalesce(brand.card_brand, 'unknown') as brand
    from sale left join elsewhere using (merchant_id, reference)
      left join brand on brand.key = sale.merchant_id::text || ' ' || sale.id
  ), usual as materialized (
    select merchant_id, currency, brand, day,
      sum(sum(sale_minor)) over around_day as usual_sale, sum(sum(fee_minor)) over around_day as usual_fee
    from matched where fee_minor is not null group by 1, 2, 3, 4
    window around_day as
      (partition by merchant_id, currency, brand order by day range between ${apart} preceding and ${apart} following)
  ), rated as (
    select merchant_id, matched.reference, currency, id, occurred_at, day, sale_minor, fee_minor, brand, case
      when fee_minor is null and is_elsewhere then 'other_currency'
      when fee_minor is null then 'without_fee'
      when abs(fee_minor * usual_sale - sale_minor * usual_fee) >= ${outlierMinor} * usual_sale
        and (fee_minor * usual_sale > 2 * sale_minor * usual_fee or 2 * fee_minor * usual_sale < sale_minor * usual_fee) then 'outlier'
      else 'rated' end as kind
    from matched left join usual using (merchant_id, currency, brand, day) where ${isWithin} and ${fits(query)}
  ), lonely as materialized (
    select merchant_id, reference from booked group by 1, 2 having sum(others) = 0
  ), alone as (
    select near.merchant_id, near.reference, currency, id, occurred_at, day, null::numeric as sale_minor, -amount_minor as fee_minor,
      'unknown' as brand, 'fee_alone' as kind
    from near left join lonely using (merchant_id, reference)
    where is_fee and is_within and amount_minor is not null and (near.reference is null or lonely.reference is not null)
      and ${fits({ ...query, brand: undefined })} and ${query.brand ?? "unknown"} = 'unknown'
  )`;
}

/** The card brand that the verified notification of a sale names, by a key of its transaction. */
function brands(query: FeeQuery, { from, before }: { from: SQL | undefined; before: SQL | undefined }): SQL {
  const within = (alias: string) => {
    const column = (name: string) => sql.raw(`${alias}.${name}`);
    const scope = inScope(query, { environment: column("environment"), merchantId: column("merchant_id") });
    return sql`${scope} and ${column("delivery_id")} >= first_id_at(${from} - ${around})
      and ${column("delivery_id")} < first_id_at(${before} + ${around})`;
  };
  return sql`select joined.merchant_id::text || ' ' || joined.transaction_id as key, min(notice.card_brand) as card_brand
    from reconciliation joined join payment_notice notice on notice.delivery_id = joined.delivery_id
    where ${within("joined")} and ${within("notice")} and joined.transaction_id is not null group by 1`;
}

/**
 * The sizes of intermediate results are not known to the planner: in a nested loop each sale would read all brands. What is
 * sorted and hashed stays in memory.
 */
function inBulk<Row>(db: Database, read: (tx: Transaction) => Promise<Row>): Promise<Row> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`);
    return read(tx);
  });
}

function fits({ currency, brand }: Pick<FeeQuery, "currency" | "brand">): SQL {
  const ofCurrency = currency === undefined ? sql`true` : sql`currency = ${currency}`;
  return brand === undefined ? ofCurrency : sql`${ofCurrency} and brand = ${brand}`;
}

export type FeeSumRow = {
  by: "all" | "merchant" | "brand" | "day" | "alone";
  currency: string;
  merchantId: string | null;
  brand: CardBrand | null;
  day: string | null;
  rated: number;
  ratedMinor: string;
  feeMinor: string;
  withoutFee: number;
  withoutFeeMinor: string;
  otherCurrency: number;
  outliers: number;
};

/** The sums by currency, alone and with merchant, brand and day; `alone`: of fees without a sale. Amounts are decimal integers. */
export async function sumFeeRates(db: Database, query: FeeQuery): Promise<FeeSumRow[]> {
  if (isEmptyScope(query)) return [];
  const statement = sql`${withRated(query)}
    select case when grouping(merchant_id) = 0 then 'merchant' when grouping(brand) = 0 then 'brand'
        when grouping(day) = 0 then 'day' else 'all' end as by,
      currency, merchant_id as "merchantId", brand, day::text as day,
      count(fee_minor)::int as rated, coalesce(sum(sale_minor) filter (where fee_minor is not null), 0)::text as "ratedMinor",
      coalesce(sum(fee_minor), 0)::text as "feeMinor",
      (count(*) filter (where kind = 'without_fee'))::int as "withoutFee",
      coalesce(sum(sale_minor) filter (where kind = 'without_fee'), 0)::text as "withoutFeeMinor",
      (count(*) filter (where kind = 'other_currency'))::int as "otherCurrency",
      (count(*) filter (where kind = 'outlier'))::int as outliers
    from rated group by grouping sets ((currency), (currency, merchant_id), (currency, brand), (currency, day))
    union all
    select 'alone', currency, null, null, null, count(*)::int, '0', sum(fee_minor)::text, 0, '0', 0, 0 from alone group by currency`;
  return inBulk(db, async (tx) => (await tx.execute<FeeSumRow>(statement)).rows);
}

export type FeeRow = {
  merchantId: string;
  id: string;
  reference: string | null;
  atMs: number;
  /** As the gateway wrote it. */
  atText: string;
  day: string;
  currency: string;
  brand: CardBrand;
  kind: FeeKind;
  saleMinor: string | null;
  feeMinor: string | null;
};

type FeeListQuery = FeeQuery & { kind?: FeeKind | undefined; after?: FeeKey | undefined; limit: number };
type FeeKey = { atMs: number; id: string; merchantId: string };

/** Sales with their fees, and fees alone, newest first. */
export async function listFeeRates(db: Database, { kind, after, limit, ...query }: FeeListQuery): Promise<FeeRow[]> {
  if (isEmptyScope(query)) return [];
  const isAfter = after
    ? sql`(occurred_at, id, merchant_id) < (to_timestamp(${after.atMs}::float8 / 1000), ${after.id}, ${after.merchantId}::uuid)`
    : sql`true`;
  const statement = sql`${withRated(query)}
    select merchant_id as "merchantId", id, reference, ${epochMs(sql`occurred_at`)} as "atMs", ${timeText(query)} as "atText",
      day::text as day, currency, brand, kind, sale_minor::text as "saleMinor", fee_minor::text as "feeMinor"
    from (
      select * from (select * from rated union all select * from alone) found
      where ${kind === undefined ? sql`true` : sql`kind = ${kind}`} and ${isAfter}
      order by occurred_at desc, id desc, merchant_id desc limit ${limit}
    ) listed
    order by occurred_at desc, id desc, merchant_id desc`;
  return inBulk(db, async (tx) => (await tx.execute<FeeRow>(statement)).rows);
}

/** Of a listed sale that was booked in parts: the first of them, not its fee. */
function timeText({ environment }: MerchantScope): SQL {
  return sql`(select booking.occurred_at_text from transaction booking
    where booking.environment = ${environment} and booking.merchant_id = listed.merchant_id
      and booking.occurred_at = listed.occurred_at and (booking.id = listed.id or booking.reference = listed.reference)
    order by booking.id = listed.id desc, booking.amount_minor desc nulls last limit 1)`;
}
