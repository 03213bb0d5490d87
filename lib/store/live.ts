import { and, asc, eq, sql } from "drizzle-orm";
import type { LiveType } from "../contract/live-types.ts";
import { afterCommit } from "./client-transaction.ts";
import { toJsonRows } from "./json-rows.ts";
import { wakeLive } from "./live-notice.ts";
import type { Database, Queryable } from "./open-store.ts";
import { liveEvent } from "./schema/live-event.ts";
import { merchant } from "./schema/merchant.ts";

export type NewLiveEvent = {
  environment: string;
  merchantId: string;
  type: LiveType;
  /** Ids and states only; the screen fetches the record through its own, checked address. */
  data: Record<string, unknown>;
};

/** `cursor` orders events and goes out as the event's id; `merchant` is the slug. */
export type LiveEvent = NewLiveEvent & { cursor: string; merchant: string };

/** Call inside the transaction that makes the change: the event is seen exactly when the change is, and told of after its commit. */
export async function publishLive(db: Queryable, event: NewLiveEvent): Promise<void> {
  await publishLiveEvents(db, [event]);
}

/** Several at once, in their order. */
export async function publishLiveEvents(db: Queryable, events: readonly NewLiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.execute(sql`
    insert into live_event (environment, merchant_id, type, data)
    select environment, "merchantId", type, data from json_to_recordset(${toJsonRows(events)}::json)
      as event(environment text, "merchantId" uuid, type text, data jsonb)`);
  afterCommit(db, wakeLive);
}

/** As `publishLive`, for who wakes the listeners after the commit. */
export async function recordLive(db: Queryable, event: NewLiveEvent): Promise<void> {
  await db.insert(liveEvent).values(event);
}

/** Where a new stream begins: behind everything committed so far but what an older transaction still holds back. */
export async function currentLiveCursor(db: Database): Promise<string> {
  const { rows } = await db.execute<{ cursor: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text || '.0' as cursor`,
  );
  return rows[0]?.cursor ?? "0.0";
}

export function isLiveCursor(text: string): boolean {
  return /^\d{1,19}\.\d{1,18}$/.test(text);
}

/** Negative when `left` lies before `right`. */
export function compareLiveCursors(left: string, right: string): number {
  const [leftXid = 0n, leftId = 0n] = left.split(".").map(BigInt);
  const [rightXid = 0n, rightId = 0n] = right.split(".").map(BigInt);
  const difference = leftXid === rightXid ? leftId - rightId : leftXid - rightXid;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function behind(cursor: string) {
  const [xid = "0", id = "0"] = cursor.split(".");
  return sql`(${liveEvent.xid}, ${liveEvent.id}) > (${xid}::xid8, ${id}::bigint)`;
}

/**
 * Events behind the cursor, in (transaction, id) order and only below the oldest transaction still
 * running, so that one committing late is never skipped (docs/notifications.md, rule 20).
 */
export async function readLiveEvents(db: Database, { after, limit }: { after: string; limit: number }): Promise<LiveEvent[]> {
  const rows = await db
    .select({ event: liveEvent, slug: merchant.slug })
    .from(liveEvent)
    .innerJoin(merchant, eq(merchant.id, liveEvent.merchantId))
    .where(and(behind(after), sql`${liveEvent.xid} < pg_snapshot_xmin(pg_current_snapshot())`))
    .orderBy(asc(liveEvent.xid), asc(liveEvent.id))
    .limit(limit);
  return rows.map(({ event, slug }) => ({
    cursor: `${event.xid}.${event.id}`,
    environment: event.environment,
    merchantId: event.merchantId,
    merchant: slug,
    type: event.type as LiveType,
    data: event.data as Record<string, unknown>,
  }));
}

/** Whether more than `count` are committed behind the cursor, also those that must wait for an older transaction to end. */
export async function hasLiveEvents(db: Database, after: string, count = 0): Promise<boolean> {
  const rows = await db
    .select({ id: liveEvent.id })
    .from(liveEvent)
    .where(behind(after))
    .orderBy(asc(liveEvent.xid), asc(liveEvent.id))
    .offset(count)
    .limit(1);
  return rows.length > 0;
}

/** Removes events nobody can resume from any more. Returns how many. */
export async function forgetLiveEvents(db: Database, { olderThanMs }: { olderThanMs: number }): Promise<number> {
  const result = await db.delete(liveEvent).where(sql`${liveEvent.at} < now() - ${olderThanMs} * interval '1 millisecond'`);
  return result.rowCount ?? 0;
}
