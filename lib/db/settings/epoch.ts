import { type SQL, sql } from "drizzle-orm";

/** A time as milliseconds since 1970, exact and for any year, for statements whose rows drizzle does not map. */
export function epochMs(time: SQL): SQL {
  return sql`round(extract(epoch from ${time}) * 1000)::float8`;
}
