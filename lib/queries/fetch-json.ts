import type { z } from "zod";
import { screenStateOf } from "./screen-state.ts";
import { type Request, send, whileReachable } from "./send.ts";

declare global {
  /** zod's global settings, shared by all its copies in a page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

readWithoutEval();

/** Without `schema` the response body is not read. */
type Options = Request & { schema?: z.ZodType | undefined };

/** Sends a request and returns the parsed body of its response. Throws ApiError, see `send`. */
export async function fetchJson(path: string, { schema, ...request }: Options): Promise<unknown> {
  const body = await readShown(path, request);
  return schema?.parse(body);
}

/** The response; for the sandbox in the chosen test state. */
async function readShown(path: string, request: Request): Promise<unknown> {
  const state = screenStateOf(path, request.method);
  if (state === undefined) return readBody(path, request);
  const { showScreenState } = await import("./show-screen-state.ts");
  return showScreenState(state, { path, signal: request.signal, send: () => readBody(path, request) });
}

async function readBody(path: string, request: Request): Promise<unknown> {
  const response = await send(path, request);
  return response.status === 204 ? undefined : whileReachable(() => response.json(), request.signal);
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
