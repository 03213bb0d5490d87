import type { IncomingMessage, ServerResponse } from "node:http";
import { withSpan } from "#lib/core/trace-span.ts";

/** Beginnings of addresses, as they are named in traces: what follows may be what somebody searched for. */
const routes: readonly (readonly [beginning: string, route: string])[] = [
  ["/api/notify/", "/api/notify/{endpoint}"],
  ["/api/", "/api"],
  ["/sandbox-gateway", "/sandbox-gateway"],
  ["/_next/", "/_next"],
];

/** Handles a request in a span, until its answer is sent. The operation that is called names it more exactly. */
export function serverSpan(request: IncomingMessage, response: ServerResponse, work: () => Promise<unknown>): Promise<unknown> {
  const method = request.method ?? "";
  const route = routes.find(([beginning]) => request.url?.startsWith(beginning))?.[1] ?? "page";
  const attributes = { "http.request.method": method, "http.route": route };
  return withSpan({ name: `${method} ${route}`, kind: "server", attributes }, async (span) => {
    await work();
    if (!response.writableFinished && !response.destroyed) await new Promise((resolve) => response.once("close", resolve));
    span.set({ "http.response.status_code": response.statusCode });
  });
}
