import { isDatabaseAway } from "#lib/db/connection/is-database-away.ts";

/** Whether the database is away; drizzle wraps what the driver throws. */
export function isAway(problem: unknown): boolean {
  return isDatabaseAway(problem) || (problem instanceof Error && problem.cause !== undefined && isAway(problem.cause));
}
