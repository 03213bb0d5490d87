import type { Clock } from "#lib/core/clock.ts";
import { AppError, isRetryable } from "#lib/core/errors.ts";
import { type CallOrigin, toCallRecord } from "./call-record.ts";
import { readRefusal, refusedError } from "./error-response.ts";
import { type Answer, type Exchange, type NoAnswer, notSent, type Outgoing, retryAfterMs, type Send } from "./http-request.ts";
import type { CachedCredential } from "./permit.ts";
import { endpoint } from "./sign-in-call.ts";
import { gatewayText } from "./texts.ts";
import type { GatewayCall, GatewayEnvironment } from "./types.ts";
import { parseExactJson, type WireValue } from "./wire/exact-json.ts";

export type Credentials = { token: CachedCredential; session: CachedCredential };

export type BusinessRequest = {
  method: Outgoing["method"];
  path: string;
  query?: Record<string, string | undefined>;
  /** JSON; sent with the media-type parameter `x-api-version=1`. */
  body?: Record<string, unknown>;
  signal?: AbortSignal | undefined;
  /** True when it may not be sent any more. */
  isLate?: (() => boolean) | undefined;
  /** Receives the `Date` header of a read's response (the gateway's clock); undefined when there is none. */
  onDate?: ((date: Date | undefined) => void) | undefined;
};

export type CallerOptions = CallOrigin & {
  environment: GatewayEnvironment;
  send: Send;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
  onCall: (call: GatewayCall) => void;
  credentials: () => Promise<Credentials>;
  /** True when a retry with other credentials makes sense (docs/lockout.md, rule 14). */
  distrust: (used: Credentials, options: { usedBefore: Credentials | undefined }) => Promise<boolean>;
};

export type Caller = {
  /** A read: retried on 429, 502, 503, 504 and broken connections within the environment's deadline. */
  read(request: BusinessRequest): Promise<WireValue>;
  /** A write: sent at most once. `outcome_unknown` when it may have happened; undefined for an empty response. */
  change(request: BusinessRequest): Promise<WireValue | undefined>;
};

/** With the version parameter (docs/gateway.md). */
export const jsonType = "application/json; x-api-version=1";

const triesMax = 3;
/** One retry to use the token that another process renewed, one to renew it. */
const renewalsMax = 2;
const unclearStatuses = new Set([408, 409, 425, 429]);

export function createCaller(options: CallerOptions): Caller {
  const { environment, clock } = options;

  async function once(request: BusinessRequest, attempt: number): Promise<{ exchange: Exchange; used: Credentials }> {
    const used = await options.credentials();
    if (request.isLate?.()) return { exchange: { noAnswer: notSent() }, used };
    const startedMs = clock.monotonic();
    const exchange = await options.send(toOutgoing(request, environment, used), request.signal);
    options.onCall(toCallRecord(exchange, { ...request, attempt, ms: clock.monotonic() - startedMs }, options));
    return { exchange, used };
  }

  async function read(request: BusinessRequest): Promise<WireValue> {
    const deadlineMs = clock.monotonic() + environment.options.deadlineMs;
    let renewals = 0;
    let usedBefore: Credentials | undefined;
    for (let attempt = 1; ; attempt++) {
      const { exchange, used } = await once(request, attempt);
      const isUnauthorized = "answer" in exchange && exchange.answer.status === 401;
      if (isUnauthorized && (await options.distrust(used, { usedBefore })) && renewals < renewalsMax) {
        renewals += 1;
        usedBefore = used;
        continue;
      }
      const error = failureOf(exchange, clock);
      if (!error && "answer" in exchange) {
        request.onDate?.(dateOf(exchange.answer));
        return parseResponse(exchange.answer);
      }
      if (!error || !isRetryable(error.code) || attempt >= triesMax) throw error ?? new AppError("gateway_protocol");
      const pauseMs = pauseBefore(exchange, attempt, options);
      if (clock.monotonic() + pauseMs > deadlineMs) throw error;
      await options.sleep(pauseMs, request.signal);
    }
  }

  async function change(request: BusinessRequest): Promise<WireValue | undefined> {
    const { exchange, used } = await once(request, 1);
    if ("noAnswer" in exchange) throw changeFailure(exchange.noAnswer);
    const { answer } = exchange;
    if (answer.status === 401) await options.distrust(used, { usedBefore: undefined });
    if (answer.status >= 500 || unclearStatuses.has(answer.status) || isRedirect(answer.status)) {
      throw refusedError("outcome_unknown", readRefusal(answer.status, answer.text));
    }
    const error = failureOf(exchange, clock);
    if (error) throw error;
    if (answer.text.trim() === "") return undefined;
    try {
      return parseResponse(answer);
    } catch (cause) {
      throw new AppError("outcome_unknown", { cause });
    }
  }

  return { read, change };
}

function dateOf({ headers }: Answer): Date | undefined {
  const ms = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

function toOutgoing(
  { method, path, query = {}, body }: BusinessRequest,
  environment: GatewayEnvironment,
  { token, session }: Credentials,
): Outgoing {
  const url = endpoint(environment, path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  const headers: Record<string, string> = {
    accept: "application/json",
    authorization: `Bearer ${token.value.reveal()}`,
    "x-session": session.value.reveal(),
    "x-partner-id": environment.partnerId,
    "x-application-id": environment.applicationId,
  };
  const { timeoutMs } = environment.options;
  if (body === undefined) return { method, url, headers, timeoutMs };
  return {
    method,
    url,
    headers: { ...headers, "content-type": jsonType },
    body: JSON.stringify(body),
    timeoutMs,
  };
}

function failureOf(exchange: Exchange, clock: Clock): AppError | undefined {
  if ("noAnswer" in exchange) return readFailure(exchange.noAnswer);
  const { status, text, headers } = exchange.answer;
  if (status >= 200 && status <= 299) return undefined;
  const refusal = readRefusal(status, text);
  const retryMs = retryAfterMs(headers, clock);
  if (status === 401) return refusedError("gateway_unauthorized", refusal);
  if (status === 403) return refusedError("gateway_forbidden", refusal);
  if (status === 404) return refusedError("gateway_not_found", refusal);
  if (status === 429)
    return refusedError("gateway_throttled", refusal, { retryAfterSeconds: Math.ceil((retryMs ?? 1_000) / 1000) });
  if (status === 502 || status === 503 || status === 504) return refusedError("gateway_unavailable", refusal);
  if (status >= 500) return refusedError("gateway_protocol", refusal, { message: gatewayText("gateway_failed", { status }) });
  if (isRedirect(status)) return refusedError("gateway_protocol", refusal, { message: gatewayText("gateway_redirected") });
  return refusedError("gateway_invalid", refusal);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399;
}

function readFailure({ kind, reason }: NoAnswer): AppError {
  if (kind === "timeout") return new AppError("gateway_timeout", { cause: reason.message });
  if (kind === "too_large") return new AppError("gateway_protocol", { message: reason });
  return new AppError("gateway_unavailable", { cause: reason.message });
}

function changeFailure({ kind, reason }: NoAnswer): AppError {
  return new AppError(kind === "not_sent" ? "gateway_unavailable" : "outcome_unknown", { cause: reason.message });
}

/** The body of a 2xx response; otherwise throws gateway_protocol with a description of what was received. */
function parseResponse({ text, contentType, status }: Answer): WireValue {
  const size = `${text.length} characters, ${contentType || "no content type"}, status ${status}`;
  if (text.trim() === "") throw new AppError("gateway_protocol", { message: gatewayText("gateway_answer_empty"), cause: size });
  try {
    return parseExactJson(text);
  } catch {
    const message = gatewayText(/^\s*</.test(text) ? "gateway_answer_web_page" : "gateway_answer_not_json");
    throw new AppError("gateway_protocol", { message, cause: size });
  }
}

function pauseBefore(exchange: Exchange, attempt: number, { clock, random }: CallerOptions): number {
  const asked = "answer" in exchange ? retryAfterMs(exchange.answer.headers, clock) : undefined;
  return (asked ?? 200 * 2 ** (attempt - 1)) + random() * 150;
}
