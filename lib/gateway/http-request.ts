import type { Clock } from "#lib/core/clock.ts";
import { errorMessage } from "#lib/core/errors.ts";
import type { Message } from "#lib/core/text.ts";
import manifest from "../../package.json" with { type: "json" };
import { tracedSend } from "./gateway-span.ts";
import { createTrace, isUnsent, traced } from "./request-trace.ts";
import { gatewayText } from "./texts.ts";
import { startTimeLimit } from "./time-limit.ts";

/** One request. `body` is sent unchanged. */
export type Outgoing = {
  method: "GET" | "POST" | "DELETE";
  url: URL;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Time limit for connecting, in ms; `timeoutMs` then starts with the first byte sent. */
  writeWithinMs?: number;
};

export type Answer = { status: number; contentType: string; headers: Headers; text: string };

/**
 * Why there is no response. not_sent: not one byte was written, so nothing can have happened. timeout and broken: it may have
 * happened. too_large: it happened, but the response is not read.
 */
export type NoAnswer = { kind: "not_sent" | "timeout" | "broken" | "too_large"; reason: Message };

export type Exchange = { answer: Answer } | { noAnswer: NoAnswer };

export type Send = (outgoing: Outgoing, signal?: AbortSignal) => Promise<Exchange>;

/** Identifies us to the gateway's support. */
const userAgent = `Counterfoil/${manifest.version}`;

const bodyBytesMax = 8 * 1024 * 1024;

const notSentCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** Sends once with `fetch`: no redirects, no repetition, no caching; the time limit includes the body, whose size is limited. */
export function createSend(fetchImpl: typeof fetch): Send {
  return tracedSend<Outgoing, Exchange>(async ({ method, url, headers, body, timeoutMs, writeWithinMs }, signal) => {
    const trace = createTrace();
    const limit = startTimeLimit(trace, { timeoutMs, writeWithinMs });
    const unreturned = new AbortController();
    trace.onUnreturned = () => unreturned.abort();
    const request: RequestInit = {
      method,
      headers: { "user-agent": userAgent, ...headers },
      body: body ?? null,
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.any([limit.signal, unreturned.signal, ...(signal ? [signal] : [])]),
    };
    try {
      const response = await traced(trace, () => fetchImpl(url, request));
      const text = await readCapped(response);
      if (text === undefined) return { noAnswer: { kind: "too_large", reason: gatewayText("gateway_answer_too_large") } };
      return {
        answer: {
          status: response.status,
          contentType: response.headers.get("content-type") ?? "",
          headers: response.headers,
          text,
        },
      };
    } catch (thrown) {
      if (trace.unreturned !== undefined)
        return { answer: { status: trace.unreturned, contentType: "", headers: new Headers(), text: "" } };
      const isTimeout = limit.signal.aborted || (signal?.aborted ?? false);
      return { noAnswer: isUnsent(trace) ? notSent(thrown) : toNoResponse(thrown, isTimeout) };
    } finally {
      limit.end();
    }
  });
}

/** The text of the body without a byte order mark; undefined when it is too large. */
async function readCapped(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function toNoResponse(thrown: unknown, isTimeout: boolean): NoAnswer {
  const causes = causesOf(thrown);
  const codes = causes.map(({ code }) => code);
  if (causes.length > 0 && causes.every(isBeforeSending)) return notSent(thrown);
  if (isTimeout) return { kind: "timeout", reason: errorMessage("gateway_timeout") };
  return { kind: "broken", reason: gatewayText("connection_broke", { codes: codes.join(", ") || gatewayText("no_error_code") }) };
}

/** Without what was thrown: its time was over. */
export function notSent(thrown?: unknown): NoAnswer {
  const codes = causesOf(thrown).map(({ code }) => code);
  return { kind: "not_sent", reason: gatewayText("no_connection", { codes: codes.join(", ") || "not in time" }) };
}

type Cause = { code: string; syscall: unknown };

/** Open connections and TLS can also fail after the request was sent: only a failed connect proves that nothing was sent. */
function isBeforeSending({ code, syscall }: Cause): boolean {
  return notSentCodes.has(code) && (syscall === undefined || syscall === "connect" || syscall === "getaddrinfo");
}

/** The innermost causes; one for each address that was tried. */
function causesOf(thrown: unknown): Cause[] {
  if (typeof thrown !== "object" || thrown === null) return [];
  if ("errors" in thrown && Array.isArray(thrown.errors) && thrown.errors.length > 0) return thrown.errors.flatMap(causesOf);
  if ("cause" in thrown && typeof thrown.cause === "object" && thrown.cause !== null) return causesOf(thrown.cause);
  if (!("code" in thrown) || typeof thrown.code !== "string") return [];
  return [{ code: thrown.code, syscall: "syscall" in thrown ? thrown.syscall : undefined }];
}

/** A date may be of a clock that is wrong. */
const retryAfterMsMax = 3_600_000;

/** Retry-After as milliseconds from now, at most an hour; undefined when absent or unreadable. */
export function retryAfterMs(headers: Headers, clock: Clock): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - clock.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), retryAfterMsMax) : undefined;
}

/** The gateway's clock minus ours in whole seconds when they differ by more than 30 s (docs/lockout.md, rule 15). */
export function clockSkewSeconds(headers: Headers, clock: Clock): number | null {
  const at = Date.parse(headers.get("date") ?? "");
  const skew = Math.round((at - clock.now()) / 1000);
  return Number.isFinite(skew) && Math.abs(skew) > 30 ? skew : null;
}
