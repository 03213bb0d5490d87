import { AppError } from "#lib/core/errors.ts";
import type { Pair, PermitAnswer } from "./permit.ts";
import { gatewayText } from "./texts.ts";

/** Automatic attempts have stopped, for this reason. */
export function stoppedError({ scope, reason }: Extract<PermitAnswer, { kind: "stopped" }>, pair: Pair): AppError {
  if (scope === "integration") {
    return new AppError("merchant_refused", {
      cause: { scope },
      message: gatewayText("integration_failed_twice"),
    });
  }
  if (reason === "calls") {
    return new AppError("merchant_refused", {
      message: gatewayText("session_refused_twice"),
    });
  }
  if (reason === "unknown") {
    return new AppError("merchant_refused", {
      message: gatewayText("first_sign_in_unclear"),
    });
  }
  return refusedPairError(pair);
}

/** The gateway refused these credentials. */
export function refusedPairError({ kind }: Pair): AppError {
  if (kind === "session") return new AppError("merchant_refused");
  return new AppError("merchant_refused", {
    message: gatewayText("integration_refused"),
  });
}

/** A sign-in that may be retried after this many ms. */
export function waitingError(retryMs: number): AppError {
  return new AppError("merchant_waiting", { retryAfterSeconds: Math.max(1, Math.ceil(retryMs / 1000)) });
}
