import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery, eventKey } from "../schema/notification.ts";

/** How many of the newest deliveries are looked through: forgeries are stored in any number. */
const lookedAt = 10_000;
/** Deliveries that no key ever verified take at most a fifth, so that a flood of forgeries hides no genuine one. */
const unprovenPart = 5;

/** The last received deliveries of an endpoint, newest first. */
export async function listRecentIds(db: Queryable, endpointId: string, limit: number): Promise<string[]> {
  // Raw: the newest of each kind in one reading of the index.
  const { rows } = await db.execute<{ id: string; isProven: boolean }>(sql`
    select id, is_proven as "isProven" from (
      select id, seq, is_proven, last_seen_at, row_number() over (partition by is_proven order by last_seen_at desc, seq desc) as n
      from (select id, seq, last_seen_at, key_id is not null as is_proven from ${delivery}
        where endpoint_id = ${endpointId} order by last_seen_at desc nulls last limit ${lookedAt}) newest
    ) numbered where n <= ${limit} order by last_seen_at desc, seq desc`);
  const proven = rows.filter(({ isProven }) => isProven).length;
  const unprovenMax = Math.max(Math.floor(limit / unprovenPart), limit - proven);
  let unproven = 0;
  const kept = rows.filter(({ isProven }) => isProven || ++unproven <= unprovenMax);
  return kept.slice(0, limit).map(({ id }) => id);
}

/** How many of an endpoint's signed texts, at most `limit`, have a delivery that is stored no more. */
export async function countDeleted(db: Queryable, endpointId: string, limit: number): Promise<number> {
  if (limit <= 0) return 0;
  const keys = await db
    .select({ id: eventKey.eventId })
    .from(eventKey)
    .where(eq(eventKey.endpointId, endpointId))
    .limit(limit + lookedAt / 10);
  const ids = keys.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const stored = await db.$count(delivery, and(eq(delivery.endpointId, endpointId), inArray(delivery.id, ids)));
  return Math.min(limit, ids.length - stored);
}
