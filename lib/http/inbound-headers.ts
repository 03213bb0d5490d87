import type { IncomingMessage } from "node:http";

// Headers of proxies, Next's edge or its router that Next trusts. Clients must not send them
// (header and prefetch bypasses of Next, 2025-2026); headers that the router sends for navigation stay.
const dropped = new Set([
  "content-security-policy",
  "content-security-policy-report-only",
  "forwarded",
  "next-action",
  "next-resume",
  "proxy-authorization",
  "proxy-connection",
  "x-address",
  "x-action-forwarded",
  "x-forwarded",
  "x-http-method",
  "x-http-method-override",
  "x-matched-path",
  "x-method-override",
  "x-original-url",
  "x-peer",
  "x-prerender-revalidate",
  "x-prerender-revalidate-if-generated",
  "x-real-ip",
  "x-request-id",
  "x-rewrite-url",
]);
const droppedFamilies = ["x-forwarded-", "x-invoke-", "x-middleware-", "x-next-", "x-nextjs-", "x-now-", "x-vercel-"];
const devClientHeaders = new Set(["x-nextjs-request-id", "x-nextjs-html-request-id"]);

/** Removes those headers from the request, then adds ours: request id, peer, address, nonce. */
export function replaceInboundHeaders(request: IncomingMessage, ours: Record<string, string>, { dev }: { dev: boolean }): void {
  for (const name of Object.keys(request.headers)) {
    if (isDropped(name) && !(dev && devClientHeaders.has(name))) delete request.headers[name];
  }
  const kept: string[] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() in request.headers) kept.push(name, value);
  }
  Object.assign(request.headers, ours);
  request.rawHeaders = [...kept, ...Object.entries(ours).flat()];
}

function isDropped(name: string): boolean {
  return dropped.has(name) || droppedFamilies.some((family) => name.startsWith(family));
}
