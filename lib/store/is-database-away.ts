import pg from "pg";

/** SQLSTATE classes: connection, resources (full, too many), operator (stopping), system, internal. */
const awayClasses = /^(08|53|57|58|XX)/;
const driverWords = /terminat|timeout|timed out|connect/i;

/** Whether a failure is the database's own (away, stopping, full), so that another statement would fail as well. */
export function isDatabaseAway(cause: unknown): boolean {
  if (cause instanceof pg.DatabaseError) return awayClasses.test(cause.code ?? "08");
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && /^E[A-Z]+$/.test(String(cause.code))) return true;
  return cause.name === "Error" && driverWords.test(cause.message);
}
