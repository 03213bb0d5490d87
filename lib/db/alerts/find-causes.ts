import { sql } from "drizzle-orm";
import { alertSeverities } from "#lib/contract/alert-marks.ts";
import { dayMs } from "#lib/core/days.ts";
import { failedAttemptLimit } from "#lib/core/lockout-guard.ts";
import type { Queryable } from "../connection/open-store.ts";
import { isLate, readAt } from "../merchants/merchant-status.ts";
import type { Cause } from "./apply-causes.ts";
import { isForwardDue, minutesOf, thresholdsOf } from "./rule-settings.ts";

type Found = Omit<Cause, "severity">;

const countedMax = 1_000;

/** The months of what is counted; identifiers of deliveries begin with their time. */
const isOfCountedMonths = sql`id >= first_id_at(now() - interval '3 days')`;

/**
 * Merchants with notifications of today or yesterday that could not be verified and still are not. The newest is searched in an
 * index, only for those that have any.
 */
export async function findNotCheckable(db: Queryable): Promise<Cause[]> {
  const { rows } = await db.execute<Found>(sql`
    select merchant.environment, merchant.id as "merchantId", merchant.id as subject, total::int as count,
      extract(epoch from coalesce((
        select received_at from delivery
        where delivery.environment = merchant.environment and delivery.merchant_id = merchant.id and ${isOfCountedMonths}
          and verdict = 'not_checkable' order by received_at desc nulls last limit 1
      ), day::timestamptz))::float8 * 1000 as "atMs"
    from merchant cross join lateral (
      select sum(rows) as total, max(day) as day from overview_day
      where merchant_id = merchant.id and fact = 'received' and kind = 'not_checkable'
        and day >= (now() at time zone 'UTC')::date - 1 and rows > 0
    ) received where total > 0`);
  return rows.map((row) => ({ ...row, severity: "critical" }));
}

/** Endpoints with notifications that their shop did not take for some minutes, or that are no longer sent to it. */
export async function findForwardFailing(db: Queryable): Promise<Cause[]> {
  const dueAfter = minutesOf("forward_failing", sql`endpoint.environment`);
  const { rows } = await db.execute<Found & { dead: number }>(sql`
    select endpoint.environment, endpoint.merchant_id as "merchantId", endpoint.id as subject, dead.count::int as dead,
      (dead.count + failing.count)::int as count, extract(epoch from greatest(dead.at, failing.at))::float8 * 1000 as "atMs"
    from notify_endpoint endpoint join forward_target on forward_target.endpoint_id = endpoint.id
    cross join lateral (
      select count(*) as count, max(settled_at) as at from (
        select settled_at from forward where forward.endpoint_id = endpoint.id and state = 'dead' order by seq desc limit ${countedMax}) newest
    ) dead cross join lateral (
      select count(*) as count, max(queued_at) + ${dueAfter} as at from (
        select queued_at from forward where forward.endpoint_id = endpoint.id and ${isForwardDue}
        order by seq desc limit ${countedMax}) due
    ) failing
    where dead.count + failing.count > 0`);
  return rows.map(({ dead, ...row }) => ({ ...row, severity: dead > 0 ? "critical" : "warning" }));
}

/** Merchants whose sign-in the lockout guard stopped; archived ones need none. */
export async function findMerchantsStopped(db: Queryable): Promise<Cause[]> {
  const { rows } = await db.execute<Found>(sql`
    select merchant.environment, merchant.id as "merchantId", merchant.id as subject, 1 as count,
      coalesce(extract(epoch from pair.last_error_at)::float8 * 1000, 0) as "atMs"
    from identity_pair pair join merchant on merchant.pair_id = pair.id
    where (pair.state = 'open' or pair.failed_attempt_count >= ${sql.raw(String(failedAttemptLimit))})
      and merchant.archived_at is null`);
  return rows.map((row) => ({ ...row, severity: "critical" }));
}

/** Merchants with payments, refunds or reversals whose result has been unknown for some minutes. */
export async function findPaymentsUnknown(db: Queryable): Promise<Cause[]> {
  const alertsAt = sql`since.at + ${minutesOf("payment_unknown", sql`since.environment`)}`;
  const { rows } = await db.execute<Found>(sql`
    select since.environment, merchant_id as "merchantId", merchant_id as subject, count(*)::int as count,
      extract(epoch from max(${alertsAt}))::float8 * 1000 as "atMs"
    from (
      select payment.environment, merchant_id, coalesce(
        (select max(at) from payment_event where payment_id = payment.id and payment_event.status = 'unknown'), created_at) as at
      from payment where payment.status = 'unknown'
      union all
      select payment.environment, payment.merchant_id, max(operation.updated_at)
      from payment_operation operation join payment on payment.id = operation.payment_id
      where operation.state = 'unknown' and operation.act like 'reversal:%' and payment.status = 'success' group by payment.id
    ) since join merchant on merchant.id = since.merchant_id
    where ${alertsAt} < now() group by 1, 2`);
  return rows.map((row) => ({ ...row, severity: "critical" }));
}

/** Merchants whose ledger is late (`isLate`). */
export async function findLedgersLate(
  db: Queryable,
  { environment, readBefore }: { environment: string; readBefore: Date },
): Promise<Cause[]> {
  const { rows } = await db.execute<Found>(sql`
    select merchant.environment, merchant.id as "merchantId", merchant.id as subject, 1 as count,
      extract(epoch from ${readAt})::float8 * 1000 as "atMs"
    from ledger_sync join merchant on merchant.id = merchant_id
    where ledger_sync.environment = ${environment} and ${isLate(readBefore)}`);
  return rows.map((row) => ({ ...row, severity: "warning" }));
}

/**
 * Endpoints whose last certificate ends within the first of the environment's thresholds, or has ended: another one that is
 * valid for longer needs no attention. What ends first counts, the certificate itself or our acceptance of it.
 */
export async function findCertificatesEnding(db: Queryable, at: Date): Promise<Cause[]> {
  const { rows } = await db.execute<Found & { steps: number[] }>(sql`
    select endpoint.environment, endpoint.merchant_id as "merchantId", endpoint.id as subject, 1 as count,
      extract(epoch from ends)::float8 * 1000 as "atMs", steps
    from notify_endpoint endpoint join merchant on merchant.id = endpoint.merchant_id cross join lateral (
      select max(least(coalesce(ends_at, 'infinity'), coalesce(valid_until, 'infinity'))) as ends
      from notify_certificate where endpoint_id = endpoint.id
    ) certificate cross join lateral (
      select ${thresholdsOf("certificate_ending", sql`endpoint.environment`)} as steps
    ) threshold
    where ends < ${at.toISOString()}::timestamptz + make_interval(days => steps[1])`);
  return rows.flatMap(({ atMs: endsMs, steps, ...row }) => {
    const step = steps.findLastIndex((days) => endsMs - at.getTime() <= days * dayMs);
    const [days, severity] = [steps[step], alertSeverities[step]];
    return days === undefined || severity === undefined
      ? []
      : [{ ...row, severity, atMs: endsMs - days * dayMs, beginsMs: endsMs }];
  });
}

/** Merchants without the sales that they usually have by now. */
export async function findSilent(db: Queryable): Promise<Cause[]> {
  const { rows } = await db.execute<Found>(sql`
    select rhythm.environment, merchant_id as "merchantId", merchant_id as subject, 1 as count,
      extract(epoch from silent_since)::float8 * 1000 as "atMs"
    from merchant_rhythm rhythm join merchant on merchant.id = merchant_id
    where silent_since is not null and archived_at is null`);
  return rows.map((row) => ({ ...row, severity: "warning" }));
}

/** Merchants whose sales lack the notifications that usually come with them. */
export async function findNotificationsMissing(db: Queryable): Promise<Cause[]> {
  const { rows } = await db.execute<Found>(sql`
    select usual.environment, merchant_id as "merchantId", merchant_id as subject, missing_count as count,
      extract(epoch from missing_since)::float8 * 1000 as "atMs"
    from usual_notifications usual join merchant on merchant.id = merchant_id
    where missing_since is not null and archived_at is null`);
  return rows.map((row) => ({ ...row, severity: "critical", beginsMs: row.atMs }));
}
