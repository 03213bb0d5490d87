import { AppError } from "#lib/core/errors.ts";
import type { Message } from "#lib/core/text.ts";
import type { Outcome, Pair, PermitAnswer } from "./permit.ts";
import { gatewayText } from "./texts.ts";

/** Automatic attempts have stopped, for this reason. */
export function stoppedError({ scope, reason, lastError }: Extract<PermitAnswer, { kind: "stopped" }>, pair: Pair): AppError {
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
  if (lastError && isAddressError(lastError)) return new AppError("merchant_refused", { message: lastError });
  if (reason === "unknown") {
    return new AppError("merchant_refused", {
      message: gatewayText("first_sign_in_unclear"),
    });
  }
  return refusedPairError(pair);
}

/** The last sign-in was answered by what is probably not the gateway's sign-in address. */
export function isAddressError({ reason }: Message): boolean {
  return reason === "sign_in_address_wrong";
}

/** The gateway refused these credentials, or `status` came from an address that is probably wrong. */
export function refusedPairError({ kind }: Pair, refused?: Extract<Outcome, { kind: "refused" }>): AppError {
  if (refused?.isWrongAddress)
    return new AppError("merchant_refused", { message: gatewayText("sign_in_address_wrong", { status: refused.status }) });
  if (kind === "session") return new AppError("merchant_refused");
  return new AppError("merchant_refused", {
    message: gatewayText("integration_refused"),
  });
}

/** A sign-in that may be retried after this many ms. */
export function waitingError(retryMs: number): AppError {
  return new AppError("merchant_waiting", { retryAfterSeconds: Math.max(1, Math.ceil(retryMs / 1000)) });
}
