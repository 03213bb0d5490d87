import pg from "pg";
import { CommitUnknownError } from "./client-transaction.ts";

/** SQLSTATE classes: connection, resources (full, too many), operator (stopping), system, internal. */
const awayClasses = /^(08|53|57|58|XX)/;
/** The server takes no writes: it is a standby, or will be replaced by one. */
const readsOnly = "25006";
const driverWords = /terminat|timeout|timed out|connect|was closed/i;

/** Cancelled by statement_timeout: another statement may still succeed. */
const cancelled = "57014";
/** Deadlocks and lock timeouts: a retry may succeed. */
const collisionClasses = /^(40|55)/;

/** Whether the database itself failed (unreachable, stopping, full), so that another statement would fail as well. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (thrown instanceof CommitUnknownError) return true;
  const cause = findRootCause(thrown);
  if (cause instanceof pg.DatabaseError) return cause.code === readsOnly || awayClasses.test(cause.code ?? "08");
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && /^E[A-Z]+$/.test(String(cause.code))) return true;
  return cause.name === "Error" && driverWords.test(cause.message);
}

/** Whether a failure says nothing about the single row that was processed, so that it must be retried unchanged. */
export function isPassing(thrown: unknown): boolean {
  return !isCancelled(thrown) && (isCollision(thrown) || isDatabaseAway(thrown));
}

/** Whether a statement gave way to another session: a deadlock or a lock timeout. */
export function isCollision(thrown: unknown): boolean {
  return collisionClasses.test(codeOf(thrown));
}

/** Whether a statement hit its time limit: with a single row, the row may be the reason. */
export function isCancelled(thrown: unknown): boolean {
  return codeOf(thrown) === cancelled;
}

function codeOf(thrown: unknown): string {
  const cause = findRootCause(thrown);
  return cause instanceof pg.DatabaseError ? (cause.code ?? "") : "";
}

/** drizzle wraps the driver's error, and its own message contains the parameters, which may be untrusted text. */
export function findRootCause(thrown: unknown): unknown {
  let cause = thrown;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  return cause;
}
