import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Whether a column is one of very many values, as a filter on rows found by other conditions. PostgreSQL looks each row
 * up in a hash table: it neither estimates the values for each partition nor searches an index for each, and one plan
 * serves any number of values.
 */
export function isAmong(column: SQLWrapper, values: readonly (string | number)[], type: "uuid" | "int"): SQL {
  return sql`(${column} in (select unnest((select ${sql.param([...values])}::${sql.raw(type)}[])))) is true`;
}
