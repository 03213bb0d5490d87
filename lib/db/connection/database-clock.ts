import { sql } from "drizzle-orm";
import type { Clock } from "#lib/core/clock.ts";
import type { Queryable } from "./open-store.ts";

/** The one clock that all processes share: how old a payment or a check of it is never depends on a machine's own time. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`);
  const ms = Number(rows[0]?.ms);
  if (!Number.isFinite(ms)) throw new Error("The database did not say what time it is.");
  return new Date(ms);
}

/** The database's time, asked for once and carried on by this process. */
export async function openDatabaseClock(db: Queryable, clock: Pick<Clock, "monotonic">): Promise<() => Date> {
  const startMs = (await databaseNow(db)).getTime();
  const answeredAtMs = clock.monotonic();
  return () => new Date(startMs + clock.monotonic() - answeredAtMs);
}
