import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";

export type Dress = {
  headers: Record<string, string>;
  requestId: string;
  /** Whether a good answer to this address may be kept by the browser (static files). */
  cacheable: boolean;
  /** Whether a route may bring its own content security policy (the sandbox's checkout, which stands in for another site). */
  ownPolicy: boolean;
  /** True once the server is ending: connections are not kept. */
  isClosing(): boolean;
};

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/**
 * Puts the security headers on at the last moment before the head is sent, so that no handler, no error page and no
 * redirect of Next can be without them or weaken them.
 */
export function setSecurityHeaders(response: ServerResponse, dress: Dress): void {
  const writeHead = response.writeHead.bind(response);
  const dressed = (status: number, reasonOrHeaders?: string | GivenHeaders, maybeHeaders?: GivenHeaders) => {
    const reason = typeof reasonOrHeaders === "string" ? reasonOrHeaders : undefined;
    setAll(response, typeof reasonOrHeaders === "string" ? maybeHeaders : reasonOrHeaders);
    response.statusCode = status;
    putOn(response, dress);
    return reason === undefined ? writeHead(status) : writeHead(status, reason);
  };
  // Node's overloads of writeHead are not one type; this takes all their forms.
  response.writeHead = dressed as ServerResponse["writeHead"];
}

function putOn(response: ServerResponse, dress: Dress): void {
  const ownPolicy = dress.ownPolicy && response.hasHeader("content-security-policy");
  for (const [name, value] of Object.entries(dress.headers)) {
    if (name === "content-security-policy" && ownPolicy) continue;
    response.setHeader(name, value);
  }
  response.removeHeader("x-powered-by");
  response.setHeader("x-request-id", dress.requestId);
  const isGood = response.statusCode === 200 || response.statusCode === 206 || response.statusCode === 304;
  if (!dress.cacheable || !isGood) response.setHeader("cache-control", noStore(response));
  if (dress.isClosing()) response.setHeader("connection", "close");
}

/** `no-transform` stays: it keeps event streams from being compressed and so held back. */
function noStore(response: ServerResponse): string {
  return String(response.getHeader("cache-control") ?? "").includes("no-transform") ? "no-store, no-transform" : "no-store";
}

function setAll(response: ServerResponse, given: GivenHeaders): void {
  if (Array.isArray(given)) {
    for (let at = 0; at + 1 < given.length; at += 2) response.appendHeader(String(given[at]), String(given[at + 1]));
    return;
  }
  for (const [name, value] of Object.entries(given ?? {})) if (value !== undefined) response.setHeader(name, value);
}
