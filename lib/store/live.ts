import { and, asc, lt, sql } from "drizzle-orm";
import type { Database, Queryable } from "./open-store.ts";
import { liveEvent } from "./schema/live-event.ts";

export type NewLiveEvent = {
  environment: string;
  merchantId: string;
  type: "notification" | "transaction" | "payment" | "mirror";
  /** Ids and states only; the screen fetches the record through its own, checked address. */
  data: Record<string, unknown>;
};

/** `cursor` orders events and goes out as the event's id. */
export type LiveEvent = NewLiveEvent & { cursor: string };

export const liveChannel = "counterfoil_live";

/** Call inside the transaction that makes the change: the event is seen exactly when the change is. */
export async function publishLive(db: Queryable, event: NewLiveEvent): Promise<void> {
  await db.insert(liveEvent).values(event);
  await db.execute(sql`select pg_notify(${liveChannel}, '')`);
}

/** The position behind everything committed so far, where a new stream begins. */
export async function currentLiveCursor(db: Database): Promise<string> {
  const { rows } = await db.execute<{ cursor: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text || '.0' as cursor`,
  );
  return rows[0]?.cursor ?? "0.0";
}

export function isLiveCursor(text: string): boolean {
  return /^\d{1,19}\.\d{1,18}$/.test(text);
}

/**
 * Events behind the cursor, in (transaction, id) order and only below the oldest transaction still
 * running, so that one committing late is never skipped (notify-rules.md: "commit-safe order").
 */
export async function readLiveEvents(db: Database, { after, limit }: { after: string; limit: number }): Promise<LiveEvent[]> {
  const [xid = "0", id = "0"] = after.split(".");
  const rows = await db
    .select()
    .from(liveEvent)
    .where(
      and(
        sql`(${liveEvent.xid}, ${liveEvent.id}) > (${xid}::xid8, ${id}::bigint)`,
        sql`${liveEvent.xid} < pg_snapshot_xmin(pg_current_snapshot())`,
      ),
    )
    .orderBy(asc(liveEvent.xid), asc(liveEvent.id))
    .limit(limit);
  return rows.map((row) => ({
    cursor: `${row.xid}.${row.id}`,
    environment: row.environment,
    merchantId: row.merchantId,
    type: row.type as LiveEvent["type"],
    data: row.data as Record<string, unknown>,
  }));
}

/** Removes events nobody can resume from any more. Returns how many. */
export async function forgetLiveEvents(db: Database, before: Date): Promise<number> {
  const result = await db.delete(liveEvent).where(lt(liveEvent.at, before));
  return result.rowCount ?? 0;
}
