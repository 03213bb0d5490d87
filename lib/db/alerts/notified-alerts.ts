import { type SQL, sql } from "drizzle-orm";
import { alertSeverities } from "#lib/contract/alert-marks.ts";
import { toJsonRows } from "../connection/json-rows.ts";
import type { Queryable } from "../connection/open-store.ts";
import type { MerchantScope } from "../merchants/merchant-scope.ts";
import { alert } from "../schema/alert.ts";
import type { NotifiedAlert } from "../schema/alert-channel.ts";
import { beginsAtIn, countIn, groupSubject, hasMember, isVisibleAlert, leftAt, severityIn } from "./alert-members.ts";
import type { ChannelRow } from "./channels.ts";
import { isRuleOff } from "./rule-settings.ts";

/** Whether the channel's receiver refused for good what is `found`: told again at once, it would refuse it each time. */
const isRefused = (channelId: string) => sql`exists (
  select from alert_message message cross join lateral jsonb_to_recordset(message.alerts) as line(id uuid, change text, severity text)
  where message.channel_id = ${channelId} and message.state = 'failed'
    and (line.id, line.change, line.severity) = (found.id, found.change, found.seen_severity))`;

/** Messages about one cause in an hour. */
const messagesPerHourMax = 5;
const notifiedWithin = sql`interval '1 hour'`;

type Question = { channel: Pick<ChannelRow, "id" | "severities" | "rules">; scope: MerchantScope; at: Date; limit: number };

const sameRule = sql`other.environment = alert.environment and other.rule = alert.rule`;
const isMember = sql`alert.merchant_id is not null`;
const isGroup = sql`alert.subject = ${groupSubject}`;
const isOneOfGroup = sql`(other.subject = ${groupSubject} and ${isMember} or ${isGroup} and other.merchant_id is not null)`;
const isTakenIn = sql`exists (select from alert_member member
  where member.alert_id = other.id and member.merchant_id = alert.merchant_id and member.left_at is null)`;

/**
 * Whether the trouble of a resolved `alert` goes on for these merchants, under its own alert or another one: that of a group took
 * it in, or those that opened when a group's ended are what is left of it.
 */
function goesOn(merchantIds: MerchantScope["merchantIds"]): SQL {
  const isTheirs = merchantIds === null ? sql`true` : sql`other.merchant_id = any(${sql.param([...merchantIds])}::uuid[])`;
  const isGroupOfTheirs = merchantIds === null ? sql`true` : hasMember(sql`other.id`, merchantIds);
  return sql`exists (
    select from alert other where ${sameRule} and other.status <> 'resolved' and (
      other.subject = alert.subject and (other.subject <> ${groupSubject} or ${isGroupOfTheirs})
      or other.subject = ${groupSubject} and ${isMember} and ${isTakenIn}
      or ${isGroup} and other.merchant_id is not null and ${isTheirs} and other.opened_at in (
        select ended.changed_at from alert ended where ended.environment = alert.environment and ended.rule = alert.rule
          and ended.subject = ${groupSubject})))`;
}

/** An alert that another one took over in the same evaluation ended with that, or when its merchant left that. */
const endedAt = sql`coalesce(
  (select max(coalesce(
      (select left_at from alert_member member where member.alert_id = other.id and member.merchant_id = alert.merchant_id),
      other.changed_at))
    from alert other where ${sameRule} and ${isOneOfGroup} and other.opened_at = alert.changed_at),
  alert.changed_at)`;

/**
 * What a channel was not told yet: alerts that opened or became more severe, and those it was told of that are resolved. Of a
 * cause that comes and goes only the last state counts, and after five messages within an hour the next one waits. Nothing is
 * told as resolved while its trouble goes on under another alert. An alert of many is over for whoever has no merchant in it any
 * more, and tells everyone only of their own, as severe as those are. What is critical comes first.
 */
export async function findUnnotified(db: Queryable, { channel, scope, at, limit }: Question): Promise<NotifiedAlert[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const rank = sql`${sql.param([...alertSeverities])}::text[]`;
  const isChosen = channel.rules === null ? sql`true` : sql`alert.rule = any(${sql.param(channel.rules)}::text[])`;
  const { merchantIds } = scope;
  const endedForThem = merchantIds === null ? sql`null::timestamptz` : leftAt(sql`alert.id`, merchantIds);
  const severity = severityIn(scope);
  const seen = sql`alert.*, ${severity} as seen_severity, ${beginsAtIn(scope)} as seen_begins_at`;
  const isOff = isRuleOff({ rule: alert.rule, environment: alert.environment, merchantId: alert.merchantId });
  const { rows } = await db.execute<NotifiedAlert>(sql`
    with told as materialized (
      select *,
        (select count(*) from unnest(told_at) as t where t > ${now} - ${notifiedWithin}) >= ${messagesPerHourMax} as is_enough
      from alert_told where channel_id = ${channel.id}
    ), found as (
      select ${seen}, null::timestamptz as ended_at, false as is_off,
        case when told.alert_id = alert.id and told.state = 'open' then 'worse' else 'opened' end as change,
        told.severity as told_severity
      from alert left join told on told.rule = alert.rule and told.subject = alert.subject
      where ${isVisibleAlert(scope)} and alert.status = 'open' and ${severity} = any(${sql.param(channel.severities)}::text[])
        and ${isChosen}
        and told.is_enough is not true and (told.alert_id is distinct from alert.id or told.state = 'resolved'
          or array_position(${rank}, ${severity}) > array_position(${rank}, told.severity))
      union all
      select ${seen}, ${endedAt}, ${isOff}, 'resolved', told.severity from told join alert on alert.id = told.alert_id
      where told.state = 'open' and not told.is_enough and alert.status = 'resolved' and not ${goesOn(merchantIds)}
      union all
      select ${seen}, ${endedForThem}, false, 'resolved', told.severity from told join alert on alert.id = told.alert_id
      where told.state = 'open' and not told.is_enough and alert.status <> 'resolved' and ${isGroup}
        and ${endedForThem} is not null
    )
    select id, change, rule, subject, merchant_id as "merchantId", seen_severity as severity, (${countIn(scope)})::float8 as count,
      is_off as "isRuleOff", told_severity as "toldSeverity",
      to_char(opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "openedAt",
      to_char(seen_begins_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "beginsAt",
      to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "resolvedAt"
    from found where not ${isRefused(channel.id)}
    order by (change <> 'resolved' and seen_severity = 'critical') desc, opened_at, id limit ${limit}`);
  return rows;
}

/** Remembers that these are told, with the times of the last messages about each cause. */
export async function saveNotified(tx: Queryable, channelId: string, alerts: readonly NotifiedAlert[], at: Date): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const rows = alerts.map(({ id, rule, subject, severity, change }) => ({
    ...{ id, rule, subject, severity, state: change === "resolved" ? "resolved" : "open" },
  }));
  await tx.execute(sql`
    insert into alert_told as told (channel_id, rule, subject, alert_id, state, severity, told_at)
    select ${channelId}::uuid, rule, subject, id, state, severity, array[${now}]
    from json_to_recordset(${toJsonRows(rows)}::json) as row(id uuid, rule text, subject text, state text, severity text)
    on conflict (channel_id, rule, subject) do update set alert_id = excluded.alert_id, state = excluded.state,
      severity = excluded.severity, told_at = (array[${now}] || told.told_at)[1:${sql.raw(String(messagesPerHourMax))}]`);
}

/**
 * Takes back what a message would have told: it counts as not told, unless something later was told of the same cause. An opening
 * that did not arrive leaves no end to tell.
 */
export async function takeBack(tx: Queryable, messageId: string): Promise<void> {
  await tx.execute(sql`
    update alert_told told set
      state = case when line.change = 'opened' then 'resolved' else 'open' end,
      severity = coalesce(line."toldSeverity", told.severity),
      told_at = array_remove(told.told_at, message.queued_at)
    from alert_message message cross join lateral jsonb_to_recordset(message.alerts)
      as line(id uuid, rule text, subject text, change text, "toldSeverity" text)
    where message.id = ${messageId} and told.channel_id = message.channel_id and told.rule = line.rule
      and told.subject = line.subject and told.alert_id = line.id and told.told_at[1] = message.queued_at`);
}

/** What is open when a channel is turned on is not told, unless it becomes worse. */
export async function saveKnown(tx: Queryable, channelId: string, scope: MerchantScope): Promise<void> {
  await tx.execute(sql`
    insert into alert_told (channel_id, rule, subject, alert_id, state, severity, told_at)
    select ${channelId}::uuid, rule, subject, id, 'known', ${severityIn(scope)}, '{}' from alert
    where ${isVisibleAlert(scope)} and status <> 'resolved'
    on conflict (channel_id, rule, subject) do update set alert_id = excluded.alert_id, severity = excluded.severity,
      state = case when alert_told.alert_id = excluded.alert_id and alert_told.state = 'open' then 'open' else 'known' end`);
}

/**
 * Of causes that ended a day ago, when no limit counts them any more; an end that was not told yet waits a day longer for a digest,
 * whose days are not all equally long. What did not arrive yet may be told again.
 */
export async function deleteOldNotified(db: Queryable, at: Date): Promise<void> {
  await db.execute(sql`
    delete from alert_told told where not exists (
      select from alert where alert.id = told.alert_id and (alert.status <> 'resolved' or ${goesOn(null)}
        or ${endedAt} > ${at.toISOString()}::timestamptz - case told.state when 'open' then 2 else 1 end * interval '1 day'))
      and not exists (
        select from alert_message message where message.channel_id = told.channel_id and message.state in ('pending', 'failed'))`);
}

export async function deleteNotifiedOf(tx: Queryable, environment: string): Promise<void> {
  await tx.execute(
    sql`delete from alert_told where channel_id in (select id from alert_channel where environment = ${environment})`,
  );
  await tx.execute(
    sql`delete from alert_message where channel_id in (select id from alert_channel where environment = ${environment})`,
  );
}
