import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Whether a column is one of very many values, as a filter on rows that are found by other means: each is looked up in a
 * table of hashes. The planner neither weighs the values for every partition nor searches an index for each of them, and
 * one plan serves any number of them.
 */
export function isAmong(column: SQLWrapper, values: readonly (string | number)[], type: "uuid" | "int"): SQL {
  return sql`(${column} in (select unnest((select ${sql.param([...values])}::${sql.raw(type)}[])))) is true`;
}
