import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AlertSeverity, alertSeverities } from "#lib/contract/alert-marks.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { alert } from "../schema/alert.ts";

/** The subject of the one alert that stands for those of many merchants. */
export const groupSubject = "many";

const isIn = (merchantIds: readonly string[]) => sql`member.merchant_id = any(${sql.param([...merchantIds])}::uuid[])`;
const isMemberOf = (id: SQLWrapper) => sql`member.alert_id = ${id} and member.left_at is null`;

/** Whether one of these merchants is part of a group's alert now, or was at its end. */
export function hasMember(id: SQLWrapper, merchantIds: readonly string[]): SQL {
  return sql`exists (select from alert_member member where ${isMemberOf(id)} and ${isIn(merchantIds)})`;
}

/** Alerts that the scope may know of: of its merchants, and those of many of which one is in it. */
export function isVisibleAlert(scope: MerchantScope): SQL {
  const { environment, merchantIds } = scope;
  if (merchantIds === null) return inScope(scope, alert);
  const isTheirGroup = sql`${alert.environment} = ${environment} and ${alert.subject} = ${groupSubject}
    and ${alert.merchantId} is null and ${hasMember(sql`${alert.id}`, merchantIds)}`;
  return sql`(${inScope(scope, alert)} or ${isTheirGroup})`;
}

/** How many merchants of the scope a group's alert is about; of any other alert its count. */
export function countIn({ merchantIds }: MerchantScope): SQL {
  if (merchantIds === null) return sql`count`;
  return sql`case when subject = ${groupSubject} and merchant_id is null then (
    select count(*) from alert_member member where ${isMemberOf(sql`id`)} and ${isIn(merchantIds)}) else count end`;
}

/** When the last merchant of the scope left a group whose trouble goes on; null where one is still part of it, or never was. */
export function leftAt(id: SQLWrapper, merchantIds: readonly string[]): SQL {
  return sql`(select max(left_at) from alert_member member where member.alert_id = ${id} and ${isIn(merchantIds)}
    having count(*) = count(left_at))`;
}

const isGroup = sql`alert.subject = ${groupSubject} and alert.merchant_id is null`;
const rank = sql`${sql.param([...alertSeverities])}::text[]`;
/** Processes of the version before stored none. */
const ownSeverity = (parent: SQL) => sql`coalesce(member.severity, ${parent}.severity)`;

/** As severe as the worst of these merchants in a group's alert, or when all of them left, as the worst was. */
export function severityIn({ merchantIds }: MerchantScope): SQL {
  if (merchantIds === null) return sql`alert.severity`;
  const own = ownSeverity(sql`alert`);
  return sql`case when ${isGroup} then coalesce((
    select ${own} from alert_member member where member.alert_id = alert.id and ${isIn(merchantIds)}
    order by (member.left_at is null) desc, array_position(${rank}, ${own}) desc limit 1), alert.severity)
    else alert.severity end`;
}

/** When the first trouble of these merchants in a group's alert begins: null where it is not known of each. */
export function beginsAtIn({ merchantIds }: MerchantScope): SQL {
  if (merchantIds === null) return sql`alert.begins_at`;
  return sql`case when ${isGroup} then (
    select ${firstBegin(merchantIds)} from ${membersOfAlerts} where ${isMemberOf(sql`alert.id`)}) else alert.begins_at end`;
}

const membersOfAlerts = sql`alert_member member join alert parent on parent.id = member.alert_id`;

/** Of the members of one alert: when all of them are theirs, its own time. */
function firstBegin(merchantIds: readonly string[]): SQL {
  const theirs = sql`filter (where ${isIn(merchantIds)})`;
  return sql`case when bool_and(${isIn(merchantIds)}) then min(parent.begins_at)
    when count(*) ${theirs} = count(member.begins_at) ${theirs} then min(member.begins_at) ${theirs} end`;
}

/** What an alert of many is for a scope. */
type MemberFacts = {
  /** How many merchants of the scope it is about, and whether it is about others too. */
  merchants: number;
  isPartial: boolean;
  /** Null without a merchant of the scope. */
  severity: AlertSeverity | null;
  beginsAt: Date | null;
};

/** Of each of these alerts of many: what it is for the scope now, or was at its end. */
export async function findMemberFacts(
  db: Queryable,
  { merchantIds }: MerchantScope,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, MemberFacts>> {
  if (merchantIds === null || alertIds.length === 0) return new Map();
  const theirs = sql`filter (where ${isIn(merchantIds)})`;
  const own = ownSeverity(sql`parent`);
  const { rows } = await db.execute<Omit<MemberFacts, "beginsAt"> & { id: string; beginsMs: number | null }>(sql`
    select alert_id as id, count(*) ${theirs}::int as merchants, bool_or(not ${isIn(merchantIds)}) as "isPartial",
      (array_agg(${own} order by array_position(${rank}, ${own}) desc) ${theirs})[1] as severity,
      (extract(epoch from ${firstBegin(merchantIds)}) * 1000)::float8 as "beginsMs"
    from ${membersOfAlerts}
    where alert_id = any(${sql.param([...alertIds])}::uuid[]) and left_at is null group by alert_id`);
  return new Map(
    rows.map(({ id, beginsMs, ...facts }) => [id, { ...facts, beginsAt: beginsMs === null ? null : new Date(beginsMs) }]),
  );
}

/** Those of these alerts of many that a merchant of the scope is part of, or was. */
export async function findEverMembers(
  db: Queryable,
  merchantIds: readonly string[],
  alertIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (alertIds.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct alert_id as id from alert_member member
    where alert_id = any(${sql.param([...alertIds])}::uuid[]) and ${isIn(merchantIds)}`);
  return new Set(rows.map(({ id }) => id));
}

/** Ids of the scope's merchants that an alert of many is about now, or was at its end. */
export async function findMemberIds(db: Queryable, scope: MerchantScope, alertId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select member.merchant_id as id from alert_member member join alert on alert.id = member.alert_id
    where ${isMemberOf(sql`${alertId}::uuid`)}
      and ${inScope(scope, { environment: sql`alert.environment`, merchantId: sql`member.merchant_id` })}`);
  return rows.map(({ id }) => id);
}
