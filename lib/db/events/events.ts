import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { LiveType } from "#lib/contract/live-types.ts";
import { afterCommit } from "../connection/client-transaction.ts";
import { isDatabaseAway } from "../connection/is-database-away.ts";
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
  /** Contains ids and states only; the page fetches the record through its own authorised API call. */
  data: Record<string, unknown>;
};

/**
 * `id` consists of its transaction and number; a stream that received the event resumes after `cursor`, a position on the
 * server's timeline; `merchant` is the slug.
 */
export type LiveEvent = NewLiveEvent & { id: string; cursor: string; merchant: string };

/**
 * Call inside the transaction that makes the change: the event is visible exactly when the change is, and listeners are
 * notified after the commit.
 */
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

/** Like `publishLive`, for callers that wake the listeners themselves after the commit. */
export async function recordLive(db: Queryable, event: NewLiveEvent): Promise<void> {
  await db.insert(liveEvent).values(event);
}

/** The start of a new stream: after everything committed so far. */
export async function currentLiveCursor(db: Database): Promise<string> {
  const { rows } = await db.execute<{ cursor: string }>(sql`select pg_current_snapshot()::text as cursor`);
  if (!rows[0]) throw new Error("The database's snapshot could not be read.");
  return rows[0].cursor;
}

/**
 * Which line of transactions the server counts: that of its cluster, its timeline and this database. It changes when a standby
 * takes over and with every restore; positions of another may skip events. Undefined where the server does not say it.
 */
export async function readTimeline(db: Database): Promise<string | undefined> {
  // Raw: drizzle has no functions of the write-ahead log.
  const timeline = sql`left(pg_walfile_name(pg_current_wal_lsn()), 8)`;
  const database = sql`(select oid from pg_database where datname = current_database())`;
  const cluster = sql`(select system_identifier from pg_control_system())`;
  // Some services do not let a role read what names the cluster.
  return (
    (await readDigest(db, sql`concat_ws(' ', ${timeline}, ${database}, ${cluster})`)) ??
    (await readDigest(db, sql`concat_ws(' ', ${timeline}, ${database})`))
  );
}

async function readDigest(db: Database, text: SQL): Promise<string | undefined> {
  try {
    const { rows } = await db.execute<{ digest: string }>(sql`select left(md5(${text}), 12) as digest`);
    return rows[0]?.digest;
  } catch (cause) {
    if (isDatabaseAway(cause)) throw cause;
    return undefined;
  }
}

function isAfter(cursor: string): SQL {
  if (isSnapshot(cursor)) {
    const snapshot = sql`${cursor}::pg_snapshot`;
    // Events that the snapshot does not show; uses the index even when an old transaction is in progress.
    return sql`(${liveEvent.xid} >= pg_snapshot_xmax(${snapshot}) or ${liveEvent.xid} = any(array(select pg_snapshot_xip(${snapshot}))))`;
  }
  const [xid = "0", id = "0"] = cursor.split(".");
  return sql`(${liveEvent.xid}, ${liveEvent.id}) > (${xid}::xid8, ${id}::bigint)`;
}

type EventQuery = {
  after: string;
  /** Only what this snapshot shows; else everything committed. */
  until?: string;
  /** The last event of the previous page, which was read with the same `after` and `until`. */
  page?: string;
  limit: number;
};

/**
 * Events after the cursor, in (transaction, number) order. Between two snapshots no event is skipped or repeated,
 * however late it was committed, and none waits for another transaction (docs/notifications.md, rule 20).
 */
export async function readLiveEvents(db: Database, { after, until, page, limit }: EventQuery): Promise<LiveEvent[]> {
  const isShownThen = until && sql`pg_visible_in_snapshot(${liveEvent.xid}, ${until}::pg_snapshot)`;
  const rows = await db
    .select({ event: liveEvent, slug: merchant.slug })
    .from(liveEvent)
    .innerJoin(merchant, eq(merchant.id, liveEvent.merchantId))
    .where(and(isAfter(after), isShownThen || undefined, page ? isAfter(page) : undefined))
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

/** Whether more than `count` are committed after the cursor. */
export async function hasLiveEvents(db: Database, after: string, count: number): Promise<boolean> {
  const rows = await db
    .select({ id: liveEvent.id })
    .from(liveEvent)
    .where(isAfter(after))
    .orderBy(asc(liveEvent.xid), asc(liveEvent.id))
    .offset(count)
    .limit(1);
  return rows.length > 0;
}

/** The age of the oldest event after the cursor; 0 when there is none. */
export async function readLiveLagSeconds(db: Database, after: string): Promise<number> {
  const [row] = await db
    .select({ seconds: sql<number>`extract(epoch from now() - ${liveEvent.at})::float8` })
    .from(liveEvent)
    .where(isAfter(after))
    .orderBy(asc(liveEvent.xid), asc(liveEvent.id))
    .limit(1);
  return Math.max(0, row?.seconds ?? 0);
}

const forgottenAtOnce = 10_000;

/** Removes some of the oldest events that no stream can resume from. Returns whether there may be more. */
export async function deleteEvents(db: Database, { olderThanMs }: { olderThanMs: number }): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    delete from live_event where id = any(array(
      select id from live_event where at < now() - ${olderThanMs} * interval '1 millisecond' order by at limit ${forgottenAtOnce}))`);
  return rowCount === forgottenAtOnce;
}
