import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { LiveType } from "#lib/contract/live-types.ts";
import { afterCommit } from "../connection/client-transaction.ts";
import { toJsonRows } from "../connection/json-rows.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { liveEvent } from "../schema/live-event.ts";
import { merchant } from "../schema/merchant.ts";
import { isSnapshot, resumeBehind } from "./event-cursor.ts";
import { wakeLive } from "./event-notice.ts";

export type NewLiveEvent = {
  environment: string;
  merchantId: string;
  type: LiveType;
  /** Ids and states only; the screen fetches the record through its own, checked address. */
  data: Record<string, unknown>;
};

/** `id` names its transaction and itself; a stream that has it goes on behind `cursor`; `merchant` is the slug. */
export type LiveEvent = NewLiveEvent & { id: string; cursor: string; merchant: string };

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

/** Where a new stream begins: behind everything committed so far. */
export async function currentLiveCursor(db: Database): Promise<string> {
  const { rows } = await db.execute<{ cursor: string }>(sql`select pg_current_snapshot()::text as cursor`);
  if (!rows[0]) throw new Error("The database's snapshot could not be read.");
  return rows[0].cursor;
}

function behind(cursor: string): SQL {
  if (isSnapshot(cursor)) {
    const snapshot = sql`${cursor}::pg_snapshot`;
    // What the snapshot does not show, by the index however long the oldest of those under way has been.
    return sql`(${liveEvent.xid} >= pg_snapshot_xmax(${snapshot}) or ${liveEvent.xid} = any(array(select pg_snapshot_xip(${snapshot}))))`;
  }
  const [xid = "0", id = "0"] = cursor.split(".");
  return sql`(${liveEvent.xid}, ${liveEvent.id}) > (${xid}::xid8, ${id}::bigint)`;
}

type Wanted = {
  after: string;
  /** Only what this snapshot shows; else all that is committed. */
  until?: string;
  /** The last event of the page before; it was read with the same `after` and `until`. */
  page?: string;
  limit: number;
};

/**
 * Events behind the cursor, in (transaction, number) order. Between two snapshots none is skipped and none comes twice, however
 * late it was committed, and none waits for another transaction to end (docs/notifications.md, rule 20).
 */
export async function readLiveEvents(db: Database, { after, until, page, limit }: Wanted): Promise<LiveEvent[]> {
  const isShownThen = until && sql`pg_visible_in_snapshot(${liveEvent.xid}, ${until}::pg_snapshot)`;
  const rows = await db
    .select({ event: liveEvent, slug: merchant.slug })
    .from(liveEvent)
    .innerJoin(merchant, eq(merchant.id, liveEvent.merchantId))
    .where(and(behind(after), isShownThen || undefined, page ? behind(page) : undefined))
    .orderBy(asc(liveEvent.xid), asc(liveEvent.id))
    .limit(limit);
  return rows.map(({ event, slug }) => {
    const id = `${event.xid}.${event.id}`;
    return {
      id,
      cursor: until ? resumeBehind(id, until) : id,
      environment: event.environment,
      merchantId: event.merchantId,
      merchant: slug,
      type: event.type as LiveType,
      data: event.data as Record<string, unknown>,
    };
  });
}

/** Whether more than `count` are committed behind the cursor. */
export async function hasLiveEvents(db: Database, after: string, count: number): Promise<boolean> {
  const rows = await db
    .select({ id: liveEvent.id })
    .from(liveEvent)
    .where(behind(after))
    .orderBy(asc(liveEvent.xid), asc(liveEvent.id))
    .offset(count)
    .limit(1);
  return rows.length > 0;
}

const forgottenAtOnce = 10_000;

/** Removes some of the events nobody can resume from any more, the oldest first. Answers whether there may be more. */
export async function deleteEvents(db: Database, { olderThanMs }: { olderThanMs: number }): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    delete from live_event where id = any(array(
      select id from live_event where at < now() - ${olderThanMs} * interval '1 millisecond' order by at limit ${forgottenAtOnce}))`);
  return rowCount === forgottenAtOnce;
}
