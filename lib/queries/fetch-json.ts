import type { z } from "zod";
import { ApiError, networkError, toApiError } from "./api-error.ts";
import { requestReauthentication } from "./proof.ts";
import { screenStateOf } from "./screen-state.ts";

declare global {
  /** zod's global settings, shared by all its copies in a page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

readWithoutEval();

/** Longer than any answer takes. Over a connection that went dead, a browser would wait for ever. */
const answeredWithinMs = 120_000;

type Options = {
  /** Without it the response body is not read. */
  schema?: z.ZodType | undefined;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/**
 * All browser requests to our own `/api` go through here. Throws ApiError: the server's error, or `network` without a
 * response, at the latest after two minutes. An expired session redirects to sign in and back here; where a recent
 * re-authentication is required, the user is prompted and the request is sent again.
 */
export async function fetchJson(path: string, options: Options): Promise<unknown> {
  try {
    return await fetchOnce(path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "proof_required" || !(await requestReauthentication())) throw error;
    return fetchOnce(path, options);
  }
}

async function fetchOnce(path: string, options: Options): Promise<unknown> {
  const body = await readShown(path, options);
  return options.schema?.parse(body);
}

/** The response; for the sandbox in the chosen test state. */
async function readShown(path: string, options: Options): Promise<unknown> {
  const state = screenStateOf(path, options.method);
  if (state === undefined) return readBody(path, options);
  const { showScreenState } = await import("./show-screen-state.ts");
  return showScreenState(state, { path, signal: options.signal, send: () => readBody(path, options) });
}

async function readBody(path: string, options: Options): Promise<unknown> {
  const limit = AbortSignal.timeout(answeredWithinMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const response = await whileReachable(() => send(path, { ...options, signal }), options.signal);
  if (response.status === 401 && !location.pathname.startsWith("/login")) {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
  if (!response.ok) throw await toApiError(response);
  return response.status === 204 ? undefined : whileReachable(() => response.json(), options.signal);
}

function send(path: string, { method = "GET", body, headers, signal }: Options): Promise<Response> {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  return fetch(path, {
    method,
    headers: { ...json, ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
}

async function whileReachable<Value>(work: () => Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (signal?.aborted || cause instanceof SyntaxError) throw cause;
    throw networkError(cause);
  }
}

export type QueryValues = Record<string, string | number | null | undefined>;

/** A query without its empty members, as a service receives it when it is called without HTTP. */
export function definedInput(values: QueryValues): Record<string, string> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** A query string without empty members; "" when all are empty. */
export function toQueryString(values: QueryValues): string {
  const text = new URLSearchParams(definedInput(values)).toString();
  return text === "" ? "" : `?${text}`;
}

/**
 * Makes zod parse without `eval` in the browser: the content security policy forbids it, and even testing for it would
 * be reported as a violation. Must be called before the first schema is created.
 */
function readWithoutEval(): void {
  if (typeof document !== "undefined") globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
}
