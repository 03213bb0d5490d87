import { type SQL, sql } from "drizzle-orm";
import { type AlertRule, type AlertSeverity, alertSeverities, thresholdOf } from "#lib/contract/alert-marks.ts";
import { toJsonRows } from "../connection/json-rows.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { groupSubject } from "./alert-members.ts";
import { isRuleOff } from "./rule-settings.ts";

/** What is wrong at the moment, and needs attention until it ends. */
export type Cause = {
  environment: string;
  /** Null when it concerns the whole environment. */
  merchantId: string | null;
  /** Identifies the cause within its rule and environment. */
  subject: string;
  severity: AlertSeverity;
  /** How many records it concerns. */
  count: number;
  /** When it last became worse: an alert that a person resolved after that stays resolved, also one of many. */
  atMs: number;
  /** When its trouble begins or began, where that is not when it was found. */
  beginsMs?: number;
};

/** When more merchants have the same trouble at once, it is hardly theirs: it is one alert of the environment. */
const separateMax = 10;
const groupedRules: ReadonlySet<AlertRule> = new Set([
  "not_checkable",
  "forward_failing",
  "merchant_stopped",
  "payment_unknown",
  "ledger_late",
  "certificate_ending",
  "silence",
  "notifications_missing",
]);

const rank = sql`${sql.param([...alertSeverities])}::text[]`;

const worst = sql`(array_agg(severity order by array_position(${rank}, severity) desc))[1]`;

function hasSteps(rule: AlertRule): boolean {
  return (thresholdOf(rule)?.usual.length ?? 0) > 1;
}

/** Trouble of many at once is critical, unless the rule has steps of its own: then it is as severe as that of the worst. */
function groupSeverity(rule: AlertRule): SQL {
  return hasSteps(rule) ? worst : sql`'critical'`;
}

type Applied = {
  rule: AlertRule;
  causes: readonly Cause[];
  at: Date;
  subjects?: readonly string[];
  /** Whether these have a cause could not be seen: alerts about them stay as they are. */
  unknown?: readonly Pick<Cause, "environment" | "subject">[];
};

/**
 * Opens an alert for each cause that has none, updates those that have, and resolves those whose cause is not among them.
 * Those of many merchants are one alert, where the rule allows it. One that becomes more severe is open again, and so is a
 * group's that takes in open alerts. A rule that is turned off has no causes. Writes nothing when nothing changed, so it may run
 * again at any time.
 */
export async function applyCauses(db: Queryable, { rule, causes, at, subjects, unknown = [] }: Applied): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const isMine = subjects === undefined ? sql`` : sql`and alert.subject = any(${sql.param([...subjects])}::text[])`;
  const isKnown = sql`not exists (
    select from json_to_recordset(${toJsonRows(unknown)}::json) as unknown(environment text, subject text)
    where unknown.environment = alert.environment and unknown.subject = alert.subject)`;
  await db.execute(sql`
    with ${causesOf(rule, causes)}, ended as (
      update alert set status = 'resolved', changed_at = ${now}, resolved_by = null, resolution = ${resolutionOf(rule)}
      where rule = ${rule} and status <> 'resolved' ${isMine} and ${isKnown} and not exists (
        select from cause where cause.environment = alert.environment and cause.subject = alert.subject)
    )
    insert into alert (environment, merchant_id, rule, subject, severity, opened_at, last_seen_at, count, begins_at)
    select environment, "merchantId", ${rule}, subject, severity, ${now}, ${now}, count, to_timestamp("beginsMs" / 1000) from cause
    where ${isGoingOn(rule)} or not (${isClosed(rule)})
    order by environment, subject
    on conflict (environment, rule, subject) where status <> 'resolved' do update set
      count = excluded.count,
      severity = excluded.severity,
      begins_at = excluded.begins_at,
      last_seen_at = case when excluded.count > alert.count then excluded.last_seen_at else alert.last_seen_at end,
      status = case when array_position(${rank}, excluded.severity) > array_position(${rank}, alert.severity)
        then 'open' else alert.status end
    where (alert.count, alert.severity, alert.begins_at) is distinct from (excluded.count, excluded.severity, excluded.begins_at)`);
  if (groupedRules.has(rule) && isCrowded(causes)) await saveMembers(db, { rule, causes, at });
}

/** Whether a `cause` has an alert that is not resolved, or is one of many that takes in such alerts. */
function isGoingOn(rule: AlertRule): SQL {
  const isOpen = sql`own.environment = cause.environment and own.rule = ${rule} and own.status <> 'resolved'`;
  return sql`(exists (select from alert own where ${isOpen} and own.subject = cause.subject)
    or cause.subject = ${groupSubject} and exists (select from alert own where ${isOpen} and own.merchant_id is not null))`;
}

/** Whether a person resolved what a `cause` is about after it last became worse: its own alert, or that of many it was part of. */
function isClosed(rule: AlertRule): SQL {
  const isLater = sql`closed.environment = cause.environment and closed.rule = ${rule} and closed.status = 'resolved'
    and closed.resolved_by is not null and closed.changed_at >= to_timestamp(cause."atMs" / 1000)`;
  return sql`exists (select from alert closed where ${isLater} and closed.subject = cause.subject)
    or exists (select from alert closed join alert_member member on member.alert_id = closed.id
      where ${isLater} and closed.subject = ${groupSubject} and member.merchant_id = cause."merchantId" and member.left_at is null)`;
}

/** Whether there may be an alert of many. */
function isCrowded(causes: readonly Cause[]): boolean {
  const merchants = Map.groupBy(causes, ({ environment }) => environment);
  return [...merchants.values()].some((some) => new Set(some.flatMap(({ merchantId }) => merchantId ?? [])).size > separateMax);
}

/**
 * Who is part of the alerts of many, and with what: merchants join and leave while it is open, and whoever may not see all of them
 * is told only of their own. Writes nothing when nothing changed.
 */
async function saveMembers(db: Queryable, { rule, causes, at }: Pick<Applied, "rule" | "causes" | "at">): Promise<void> {
  const isGroup = sql`alert.rule = ${rule} and alert.subject = ${groupSubject} and alert.status <> 'resolved'`;
  await db.execute(sql`
    with ${causesOf(rule, causes)}, own as (
      select environment, "merchantId" as merchant_id, ${hasSteps(rule) ? worst : sql`null`} as severity,
        to_timestamp(min("beginsMs") / 1000) as begins_at
      from found where "merchantId" is not null and environment in (select environment from many)
      group by environment, "merchantId"
    ), member as materialized (
      select alert.id as alert_id, own.merchant_id, own.severity, own.begins_at
      from own join alert on alert.environment = own.environment and ${isGroup}
    ), gone as (
      update alert_member kept set left_at = ${at.toISOString()}::timestamptz from alert
      where alert.id = kept.alert_id and ${isGroup} and kept.left_at is null and alert.environment in (select environment from many)
        and not exists (select from member where member.alert_id = kept.alert_id and member.merchant_id = kept.merchant_id)
    )
    insert into alert_member (alert_id, merchant_id, severity, begins_at)
    select alert_id, merchant_id, severity, begins_at from member
    where not exists (select from alert_member kept
      where kept.alert_id = member.alert_id and kept.merchant_id = member.merchant_id and kept.left_at is null
        and (kept.severity, kept.begins_at) is not distinct from (member.severity, member.begins_at))
    order by alert_id, merchant_id
    on conflict (alert_id, merchant_id) do update set
      left_at = null, severity = excluded.severity, begins_at = excluded.begins_at`);
}

/** `found`: those of rules that are on; `many`: environments with too many of them; `cause`: what alerts are about. */
function causesOf(rule: AlertRule, causes: readonly Cause[]): SQL {
  const isOff = isRuleOff({ rule, environment: sql`found.environment`, merchantId: sql`found."merchantId"` });
  return sql`found as materialized (
      select * from json_to_recordset(${toJsonRows(causes)}::json) as found(environment text, "merchantId" uuid, subject text,
        severity text, count bigint, "atMs" float8, "beginsMs" float8)
      where not ${isOff}
    ), many as materialized (
      select environment from found where ${groupedRules.has(rule)} and "merchantId" is not null
      group by environment having count(distinct "merchantId") > ${separateMax}
    ), cause as materialized (
      select * from found where "merchantId" is null or environment not in (select environment from many)
      union all
      select environment, null, ${groupSubject}, ${groupSeverity(rule)}, count(distinct "merchantId"), max("atMs"), min("beginsMs")
      from found
      where "merchantId" is not null and environment in (select environment from many) group by environment
    )`;
}

/** Why an alert without a cause is resolved; null: its cause ended. */
function resolutionOf(rule: AlertRule): SQL {
  return sql`case
    when ${isRuleOff({ rule, environment: sql`alert.environment`, merchantId: sql`alert.merchant_id` })} then 'rule_off'
    when exists (select from found where found.environment = alert.environment and found.subject = alert.subject) then 'grouped'
    when alert.subject = ${groupSubject} and exists (
      select from cause where cause.environment = alert.environment and cause."merchantId" is not null) then 'split' end`;
}

const quietProfile = sql`interval '7 days'`;
const notKeptFor = sql`interval '1 day'`;

/**
 * Resolves alerts that were raised where their cause occurred: no rejected notification of the endpoint is left, or the gateway
 * has not contradicted its profile for a week. Rejected ones that could not be stored leave nothing, so these stay a day.
 */
export async function resolveEnded(db: Queryable, at: Date): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`
    update alert set status = 'resolved', changed_at = ${now}, resolved_by = null
    where status <> 'resolved' and (
      (rule = 'profile_contradicted' and last_seen_at < ${now} - ${quietProfile})
      or (rule = 'genuine_refused' and (not_kept = 0 or last_seen_at < ${now} - ${notKeptFor})
        and not exists (select from refused_key where endpoint_id = case when rule = 'genuine_refused' then subject::uuid end))
    )`);
}

const resolvedFor = sql`interval '1 year'`;
const deletedAtOnce = 1_000;

/** Deletes some of the alerts that were resolved more than a year ago. */
export async function deleteOldAlerts(db: Database, at: Date): Promise<void> {
  await db.execute(sql`
    delete from alert where id = any(array(
      select id from alert where status = 'resolved' and changed_at < ${at.toISOString()}::timestamptz - ${resolvedFor}
      limit ${deletedAtOnce}))`);
}
