import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { CommitUnknownError } from "./client-transaction.ts";

/** SQLSTATE classes: connection, resources (full, too many), operator (stopping), system, internal. */
const awayClasses = /^(08|53|57|58|XX)/;
const driverWords = /terminat|timeout|timed out|connect|was closed/i;

/** Whether a failure is the database's own (away, stopping, full), so that another statement would fail as well. */
export function isDatabaseAway(cause: unknown): boolean {
  if (cause instanceof CommitUnknownError) return true;
  if (cause instanceof DrizzleQueryError) return isDatabaseAway(cause.cause);
  if (cause instanceof pg.DatabaseError) return awayClasses.test(cause.code ?? "08");
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && /^E[A-Z]+$/.test(String(cause.code))) return true;
  return cause.name === "Error" && driverWords.test(cause.message);
}
