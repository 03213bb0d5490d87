import { sql } from "drizzle-orm";
import type { Clock } from "#lib/core/clock.ts";
import type { Queryable } from "./open-store.ts";

/** The clock shared by all processes: the age of a payment or a check never depends on a machine's own clock. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`);
  const ms = Number(rows[0]?.ms);
  if (!Number.isFinite(ms)) throw new Error("The database did not say what time it is.");
  return new Date(ms);
}

/** The database's time, read once and advanced by this process's own clock. */
export async function openDatabaseClock(db: Queryable, clock: Pick<Clock, "monotonic">): Promise<() => Date> {
  const startMs = (await databaseNow(db)).getTime();
  const answeredAtMs = clock.monotonic();
  return () => new Date(startMs + clock.monotonic() - answeredAtMs);
}
