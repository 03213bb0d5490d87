import type { z } from "zod";
import { ApiError, toApiError } from "./api-error.ts";
import { requestProof } from "./proof.ts";
import { screenStateOf } from "./screen-state.ts";
import { readWithoutEval } from "./without-eval.ts";

readWithoutEval();

/** Loads what an answer must fit only when one comes, so that a page that asks for nothing does without the contract. */
export type LazySchema<Schema extends z.ZodType> = () => Promise<Schema>;

type Options<Schema extends z.ZodType> = {
  /** Without it the answer is not looked at. */
  schema?: LazySchema<Schema>;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/**
 * The browser's only way to our own `/api`. Throws ApiError: the desk's words, or `network` when nothing
 * answered. A session that ended sends the person to sign in and back here; where a recent proof of who they are
 * is needed, they are asked for it and the request goes out again.
 */
export async function fetchJson<Schema extends z.ZodType>(path: string, options: Options<Schema>): Promise<z.output<Schema>> {
  try {
    return await fetchOnce(path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "proof_required" || !(await requestProof())) throw error;
    return fetchOnce(path, options);
  }
}

async function fetchOnce<Schema extends z.ZodType>(path: string, options: Options<Schema>): Promise<z.output<Schema>> {
  const loading = options.schema?.();
  // Awaited below, after an answer that is good.
  loading?.catch(() => undefined);
  const body = await readShown(path, options);
  return (await loading)?.parse(body) as z.output<Schema>;
}

/** The answer as it is; of the sandbox in the state that somebody chose to look at. */
async function readShown(path: string, options: Options<z.ZodType>): Promise<unknown> {
  const state = screenStateOf(path, options.method);
  if (state === undefined) return readBody(path, options);
  const { showScreenState } = await import("./show-screen-state.ts");
  return showScreenState(state, { path, signal: options.signal, send: () => readBody(path, options) });
}

async function readBody(path: string, options: Options<z.ZodType>): Promise<unknown> {
  const response = await send(path, options);
  if (response.status === 401 && !location.pathname.startsWith("/login")) {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
  if (!response.ok) throw await toApiError(response);
  return response.status === 204 ? undefined : response.json();
}

async function send(
  path: string,
  { method = "GET", body, headers, signal }: Omit<Options<z.ZodType>, "schema">,
): Promise<Response> {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  try {
    return await fetch(path, {
      method,
      headers: { ...json, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({
      code: "network",
      status: null,
      message: "The desk cannot be reached. Check your connection and try again.",
      cause,
    });
  }
}

type QueryValues = Record<string, string | number | null | undefined>;

/** What a query holds once its empty members are left out: what a service is given when it is read without HTTP. */
export function definedInput(values: QueryValues): Record<string, string> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** A query string without empty members; "" when nothing is left. */
export function toQueryString(values: QueryValues): string {
  const text = new URLSearchParams(definedInput(values)).toString();
  return text === "" ? "" : `?${text}`;
}
