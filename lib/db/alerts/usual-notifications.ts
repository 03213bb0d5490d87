import { type SQL, sql } from "drizzle-orm";
import type { NotifiedHistory, UsualNotifications } from "#lib/core/missing-notifications.ts";
import { toJsonRows } from "../connection/json-rows.ts";
import type { Queryable } from "../connection/open-store.ts";
import { usualNotifications } from "../schema/alert.ts";

type Place = {
  environment: string;
  /** Type codes of online sales. */
  types: readonly string[];
  /** Sales before have no stored notifications any more. */
  keptFrom: Date | undefined;
  /** Exclusive: the notification of a later sale may still come. */
  before: Date;
  limit: number;
};

const instant = (at: Date | undefined) => sql`${at?.toISOString() ?? null}::timestamptz`;

type Sales = Pick<Place, "environment" | "types" | "before"> & { columns: SQL; from: SQL; newest: number };

/** The newest online sales of the merchant `own`, and whether each has a verified notification: one index search for each. */
function salesOf({ environment, types, before, columns, from, newest }: Sales): SQL {
  return sql`(
    select ${columns}, occurred_at, id, exists (
      select from reconciliation joined where joined.environment = ${environment}
        and joined.merchant_id = own.merchant_id and joined.transaction_id = transaction.id) as is_notified
    from transaction
    where environment = ${environment} and merchant_id = own.merchant_id and type = any(${sql.param([...types])}::text[])
      and sign = 'credit' and terminal_id is null and occurred_at >= ${from} and occurred_at < ${instant(before)}
    order by occurred_at desc, id desc limit ${newest})`;
}

const flags = sql`string_agg(case when is_notified then '1' else '0' end, '' order by occurred_at, id)`;
const toNotified = (text: string | null) => Array.from(text ?? "", (flag) => flag === "1");

const historyDays = 84;
const historyMax = 5_000;
const learnedFor = sql`interval '1 day'`;

/**
 * The history of the merchants with an endpoint whose usual notifications were learned longest ago, or never. Those whose
 * notifications are missing keep what was usual. Raw SQL, since the newest sales of each come from one index: 20 merchants of
 * 10,000 with 1,000,000 transactions take about 50 ms.
 */
export async function listNotifiedHistories(db: Queryable, place: Place): Promise<Map<string, NotifiedHistory>> {
  const { environment, types, keptFrom, before, limit } = place;
  const now = instant(before);
  const sales = { environment, types, before, columns: sql`merchant_id`, from: sql`own.from_at`, newest: historyMax };
  const { rows } = await db.execute<{ merchantId: string; flags: string | null; days: number; knownDays: number }>(sql`
    select own.merchant_id as "merchantId", ${flags} as flags,
      coalesce(extract(epoch from ${now} - min(sale.occurred_at)) / 86400, 0)::float8 as days,
      (extract(epoch from ${now} - own.from_at) / 86400)::float8 as "knownDays"
    from (
      select endpoint.merchant_id, greatest(min(created_at), ${instant(keptFrom)}, ${now} - ${historyDays} * interval '1 day') as from_at
      from notify_endpoint endpoint left join usual_notifications usual on usual.merchant_id = endpoint.merchant_id
      where endpoint.environment = ${environment} and missing_since is null
        and not exists (select from merchant where merchant.id = endpoint.merchant_id and archived_at is not null)
        and (learned_at is null or learned_at < ${now} - ${learnedFor})
      group by endpoint.merchant_id, learned_at order by learned_at nulls first limit ${limit}
    ) own left join lateral ${salesOf(sales)} sale on true
    group by own.merchant_id, own.from_at`);
  return new Map(rows.map(({ merchantId, flags: text, ...days }) => [merchantId, { notified: toNotified(text), ...days }]));
}

type Learned = { merchantId: string; environment: string; usual: UsualNotifications | undefined };

/** A merchant whose notifications are not usual is not checked until that is learned again. */
export async function saveUsualNotifications(db: Queryable, learned: readonly Learned[], at: Date): Promise<void> {
  if (learned.length === 0) return;
  const rows = learned.map(({ merchantId, environment, usual }) => ({
    ...{ merchantId, environment, learnedAt: at, checkAt: usual ? at : null },
    missedAfterNotified: usual?.missedAfterNotified ?? 0,
    missedAfterMissed: usual?.missedAfterMissed ?? 0,
    salesPerYear: usual?.salesPerYear ?? 0,
    evidenceLimit: usual?.limit ?? 0,
  }));
  const set = {
    missedAfterNotified: sql`excluded.missed_after_notified`,
    missedAfterMissed: sql`excluded.missed_after_missed`,
    salesPerYear: sql`excluded.sales_per_year`,
    evidenceLimit: sql`excluded.evidence_limit`,
    learnedAt: sql`excluded.learned_at`,
    checkAt: sql`excluded.check_at`,
  };
  // Another process may have found that they are missing.
  const setWhere = sql`${usualNotifications.missingSince} is null`;
  await db.insert(usualNotifications).values(rows).onConflictDoUpdate({ target: usualNotifications.merchantId, set, setWhere });
}

/** An alert counts no more sales than these; older ones say nothing about now. */
const checkedMax = 300;
const checkedFor = sql`interval '35 days'`;

const checkedSales = (place: Omit<Place, "limit">, columns: SQL) => {
  const { environment, types, keptFrom, before } = place;
  const from = sql`greatest(own.first_at, ${instant(keptFrom)}, ${instant(before)} - ${checkedFor})`;
  return salesOf({ environment, types, before, columns, from, newest: checkedMax });
};
/** Without an endpoint none can come, and no sale lacks one. */
const firstAt = sql`(select coalesce(min(created_at), 'infinity') from notify_endpoint where notify_endpoint.merchant_id = usual.merchant_id)`;

export type DueUsual = { merchantId: string; usual: UsualNotifications; missingSinceMs: number | null; notified: boolean[] };

/**
 * Merchants whose notifications may have stopped or come again, with their newest sales. Those that had stopped each round.
 * Raw SQL for the same reason: 500 merchants of those 10,000 take about 400 ms, index scans only.
 */
export async function listDueUsual(db: Queryable, place: Place, at: Date): Promise<DueUsual[]> {
  type Row = UsualNotifications & { merchantId: string; missingSinceMs: number | null; flags: string | null };
  const { rows } = await db.execute<Row>(sql`
    select own.merchant_id as "merchantId", missed_after_notified as "missedAfterNotified", missed_after_missed as "missedAfterMissed",
      sales_per_year as "salesPerYear", evidence_limit as "limit", extract(epoch from missing_since)::float8 * 1000 as "missingSinceMs", (
        select ${flags} from ${checkedSales(place, sql`merchant_id`)} sale) as flags
    from (
      select usual.*, ${firstAt} as first_at from usual_notifications usual
      where environment = ${place.environment} and check_at <= ${instant(at)} order by check_at limit ${place.limit}) own`);
  return rows.map(({ merchantId, missingSinceMs, flags: text, ...usual }) => ({
    ...{ merchantId, missingSinceMs, usual, notified: toNotified(text) },
  }));
}

export type CheckedSale = {
  merchantId: string;
  reference: string | null;
  referenceNumber: string | null;
  occurredAt: Date;
  isNotified: boolean;
};

/** The same sales of these merchants, oldest first. */
export async function listCheckedSales(
  db: Queryable,
  { merchantIds, ...place }: Omit<Place, "limit"> & { merchantIds: readonly string[] },
): Promise<CheckedSale[]> {
  if (merchantIds.length === 0) return [];
  type Row = Omit<CheckedSale, "occurredAt"> & { ms: number };
  const { rows } = await db.execute<Row>(sql`
    select own.merchant_id as "merchantId", reference, reference_number as "referenceNumber", is_notified as "isNotified",
      extract(epoch from occurred_at)::float8 * 1000 as ms
    from (
      select usual.merchant_id, ${firstAt} as first_at from usual_notifications usual
      where merchant_id = any(${sql.param([...merchantIds])}::uuid[])
    ) own cross join lateral ${checkedSales(place, sql`reference, reference_number`)} sale
    order by occurred_at, id`);
  return rows.map(({ ms, ...row }) => ({ ...row, occurredAt: new Date(ms) }));
}

export type CheckedUsual = { merchantId: string; missingSinceMs: number | null; missingCount: number; checkMs: number };

export async function saveUsualChecks(db: Queryable, checked: readonly CheckedUsual[]): Promise<void> {
  if (checked.length === 0) return;
  await db.execute(sql`
    update usual_notifications set check_at = to_timestamp(checked."checkMs" / 1000), missing_count = checked."missingCount",
      missing_since = to_timestamp(checked."missingSinceMs" / 1000)
    from json_to_recordset(${toJsonRows(checked)}::json)
      as checked("merchantId" uuid, "missingSinceMs" float8, "missingCount" int, "checkMs" float8)
    where merchant_id = checked."merchantId"`);
}
