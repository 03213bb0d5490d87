import { sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";

/** The one clock that all processes share: how old a payment or a check of it is never depends on a machine's own time. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`);
  const ms = Number(rows[0]?.ms);
  if (!Number.isFinite(ms)) throw new Error("The database did not say what time it is.");
  return new Date(ms);
}
