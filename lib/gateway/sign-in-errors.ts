import { AppError } from "#lib/core/errors.ts";
import type { Pair, PermitAnswer } from "./permit.ts";

/** Automatic attempts have stopped, for this reason. */
export function stoppedError({ scope, reason }: Extract<PermitAnswer, { kind: "stopped" }>, pair: Pair): AppError {
  if (scope === "integration") {
    return new AppError("merchant_refused", {
      cause: { scope },
      message:
        "Two sign-ins over this integration failed in a row. Nothing more is tried by itself, so that the account is not locked.",
    });
  }
  if (reason === "calls") {
    return new AppError("merchant_refused", {
      message:
        "The gateway refused two calls of this merchant in a row, the second with a session it had just issued. Its calls are stopped until somebody tries again or saves new credentials.",
    });
  }
  if (reason === "unknown") {
    return new AppError("merchant_refused", {
      message:
        "The first sign-in of these credentials got no clear answer. Nothing more is tried by itself, so that the account is not locked.",
    });
  }
  return refusedPairError(pair);
}

/** The gateway refused these credentials. */
export function refusedPairError({ kind }: Pair): AppError {
  if (kind === "session") return new AppError("merchant_refused");
  return new AppError("merchant_refused", {
    message:
      "The gateway refused the integration's credentials. Nothing more is tried by itself, so that the account is not locked.",
  });
}

/** A sign-in that may be retried after this many ms. */
export function waitingError(retryMs: number): AppError {
  return new AppError("merchant_waiting", { retryAfterSeconds: Math.max(1, Math.ceil(retryMs / 1000)) });
}
