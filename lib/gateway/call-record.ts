import type { Clock } from "#lib/core/clock.ts";
import { pathTemplateOf } from "./call-path.ts";
import { clockSkewSeconds, type Exchange, type Send } from "./http-request.ts";
import type { CallPace, CallSubject, GatewayCall, GatewayEnvironment } from "./types.ts";

/** Whose calls they are, and for whom. */
export type CallOrigin = {
  environment: Pick<GatewayEnvironment, "id">;
  merchantId: string | null;
  subject?: CallSubject | undefined;
  pace?: CallPace | undefined;
  clock: Clock;
};

type Sent = { method: string; path: string; attempt: number; ms: number };

/** What may be known of a call later: nothing of what was sent or answered. */
export function toCallRecord(exchange: Exchange, { method, path, attempt, ms }: Sent, origin: CallOrigin): GatewayCall {
  const { environment, merchantId, subject, pace, clock } = origin;
  const answer = "answer" in exchange ? exchange.answer : undefined;
  const noAnswer = "noAnswer" in exchange ? exchange.noAnswer : undefined;
  return {
    environment: environment.id,
    ...{ merchantId, subject, method, attempt, ms },
    path: pathTemplateOf(path),
    status: answer?.status ?? null,
    failure: noAnswer?.kind ?? null,
    problem: noAnswer?.reason ?? null,
    isBackground: pace?.isBackground ?? false,
    clockSkewSeconds: answer ? clockSkewSeconds(answer.headers, clock) : null,
  };
}

type Recorded = CallOrigin & { onCall: ((call: GatewayCall) => void) | undefined };

/** Records each request, for calls that no caller makes: sign-ins. Each is sent once (docs/lockout.md, rule 6). */
export function recorded(send: Send, { onCall, ...origin }: Recorded): Send {
  if (!onCall) return send;
  return async (outgoing, signal) => {
    const startedMs = origin.clock.monotonic();
    const exchange = await send(outgoing, signal);
    const { method, url } = outgoing;
    const path = url.pathname.slice(Math.max(0, url.pathname.lastIndexOf("/api/v1/")));
    onCall(toCallRecord(exchange, { method, path, attempt: 1, ms: origin.clock.monotonic() - startedMs }, origin));
    return exchange;
  };
}
