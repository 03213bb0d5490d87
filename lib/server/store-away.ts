import "server-only";
import { AppError } from "#lib/core/errors.ts";

const socketCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH", "EAI_AGAIN"]);
const poolTexts =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed)|did not answer to COMMIT/i;

/**
 * Converts the error of a database that is unreachable, or that may take the same statement a moment later, to
 * `store_unavailable`; returns others unchanged. Only checks failures of our own queries: drizzle names those DrizzleQueryError.
 */
export function asStoreAway(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !isQueryFailure(thrown)) return thrown;
  for (let cause: unknown = thrown; cause instanceof Error; cause = cause.cause) {
    if (isAway(cause)) return new AppError("store_unavailable", { cause: thrown, retryAfterSeconds: 2 });
  }
  return thrown;
}

function isQueryFailure(error: Error): boolean {
  return (
    error.constructor.name === "DrizzleQueryError" || error.message.startsWith("Failed query") || poolTexts.test(error.message)
  );
}

/**
 * PostgreSQL's classes 08 (connection), 53 (resources), 57 (time limit, shutdown), 40 (deadlock) and 55 (lock not available); 25006, as
 * of a standby; and socket errors.
 */
const passingStates = /^(?:08|53|57|40|55)|^25006$/;

function isAway(error: Error): boolean {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return socketCodes.has(code) || passingStates.test(code) || poolTexts.test(error.message);
}
