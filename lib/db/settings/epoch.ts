import { type SQL, sql } from "drizzle-orm";

/** A time as milliseconds since 1970, exact and for any year, from statements whose rows no schema maps. */
export function epochMs(time: SQL): SQL {
  return sql`round(extract(epoch from ${time}) * 1000)::float8`;
}
