import "server-only";
import { AppError } from "#lib/core/errors.ts";

const socketCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH", "EAI_AGAIN"]);
const poolTexts =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed)|did not answer to COMMIT/i;

/**
 * Converts the error of an unreachable database to `store_unavailable`; returns others unchanged. Only checks
 * failures of our own queries: drizzle names those DrizzleQueryError.
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

/** PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown), and socket errors. */
function isAway(error: Error): boolean {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return socketCodes.has(code) || /^(08|53|57P)/.test(code) || poolTexts.test(error.message);
}
