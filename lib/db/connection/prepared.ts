import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Queryable } from "./open-store.ts";

const dialect = new PgDialect();

type Preparable<Result> = { toSQL(): { sql: string }; prepare(name: string): { execute(): Promise<Result> } };

/**
 * Runs a statement that each connection plans only once: for queries whose planning over all months takes longer than
 * running them. PostgreSQL reuses one generic plan unless it expects a better plan for certain values; hide those in
 * subselects.
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

/** The same for a drizzle query. */
export function runPrepared<Result>(query: Preparable<Result>): Promise<Result> {
  return query.prepare(nameOf(query.toSQL().sql)).execute();
}

/** One name per text: pg rejects another text under the same name. */
function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
