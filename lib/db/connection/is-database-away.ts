import pg from "pg";
import { CommitUnknownError } from "./client-transaction.ts";

/** SQLSTATE classes: connection, resources (full, too many), operator (stopping), system, internal. */
const awayClasses = /^(08|53|57|58|XX)/;
const driverWords = /terminat|timeout|timed out|connect|was closed/i;

/** Cancelled by the time limit of a statement: another statement may well be done. */
const cancelled = "57014";
/** Deadlocks and locks that were not free in time: the same work may be done a moment later. */
const collisionClasses = /^(40|55)/;

/** Whether a failure is the database's own (away, stopping, full), so that another statement would fail as well. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (thrown instanceof CommitUnknownError) return true;
  const cause = findRootCause(thrown);
  if (cause instanceof pg.DatabaseError) return awayClasses.test(cause.code ?? "08");
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && /^E[A-Z]+$/.test(String(cause.code))) return true;
  return cause.name === "Error" && driverWords.test(cause.message);
}

/** Whether a failure says nothing about the one row that was worked on alone, so that it is to be tried again as it is. */
export function isPassing(thrown: unknown): boolean {
  return !isCancelled(thrown) && (collisionClasses.test(codeOf(thrown)) || isDatabaseAway(thrown));
}

/** Whether a statement took longer than it may: with one row alone it may say something about that row. */
export function isCancelled(thrown: unknown): boolean {
  return codeOf(thrown) === cancelled;
}

function codeOf(thrown: unknown): string {
  const cause = findRootCause(thrown);
  return cause instanceof pg.DatabaseError ? (cause.code ?? "") : "";
}

/** drizzle wraps what the driver threw, and its own message repeats the parameters, which may be anybody's text. */
export function findRootCause(thrown: unknown): unknown {
  let cause = thrown;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  return cause;
}
