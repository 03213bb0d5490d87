import { handleApi } from "../handle-api.ts";

export type RouteCall = {
  method?: string;
  /** Encoded, optionally with a query. */
  path: string;
  cookie?: string;
  headers?: Record<string, string | undefined>;
  /** Sent as JSON; `rawBody` is sent unchanged. */
  body?: unknown;
  rawBody?: BodyInit;
  signal?: AbortSignal;
};

/** Calls the handler that Next calls for every address of the API. */
export async function callRoute({ method = "GET", ...call }: RouteCall): Promise<Response> {
  return handleApi(toRequest(new URL(call.path, "http://localhost:3000"), method, call));
}

function toRequest(url: URL, method: string, { cookie, headers = {}, body, rawBody, signal }: Omit<RouteCall, "path">): Request {
  const isChange = method !== "GET" && method !== "HEAD";
  const all: Record<string, string | undefined> = {
    ...(cookie === undefined ? {} : { cookie }),
    ...(isChange ? { origin: "http://localhost:3000" } : {}),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    "x-peer": "192.0.2.7",
    "x-request-id": "test-request",
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Request(url, { method, headers: given, signal, ...(sent === undefined ? {} : { body: sent, duplex: "half" }) });
}
