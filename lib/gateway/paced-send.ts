import { systemClock } from "#lib/core/clock.ts";
import { retryAfterMs, type Send } from "./http-request.ts";
import type { CallPace } from "./types.ts";

/** Notifies the pace of each response. */
export function reportingResponses(send: Send, pace: CallPace | undefined): Send {
  if (!pace) return send;
  return async (outgoing, signal) => {
    const exchange = await send(outgoing, signal);
    if ("answer" in exchange) {
      const { status, headers } = exchange.answer;
      pace.onResponse({ status, retryAfterMs: retryAfterMs(headers, systemClock) });
    }
    return exchange;
  };
}

/** Sends only when the pace permits. */
export function paced(send: Send, pace: CallPace): Send {
  const reported = reportingResponses(send, pace);
  return async (outgoing, signal) => {
    await pace.ready();
    return reported(outgoing, signal);
  };
}
