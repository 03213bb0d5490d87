import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Queryable } from "./open-store.ts";

const dialect = new PgDialect();

type Preparable<Result> = { toSQL(): { sql: string }; prepare(name: string): { execute(): Promise<Result> } };

/**
 * Runs a statement that each connection plans once: for what takes longer to plan for all months than to run. The database
 * keeps one plan for all values when no value promises it a better one: hide those from it in subselects.
 */
export async function executePrepared<Row extends Record<string, unknown>>(db: Queryable, statement: SQL): Promise<Row[]> {
  const query = dialect.sqlToQuery(statement);
  const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
    query,
    undefined,
    nameOf(query.sql),
    false,
  );
  const { rows } = await prepared.execute();
  return rows;
}

/** The same of a query of drizzle's. */
export function runPrepared<Result>(query: Preparable<Result>): Promise<Result> {
  return query.prepare(nameOf(query.toSQL().sql)).execute();
}

/** One name for one text: pg takes no second text under a name. */
function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
