import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";

export type HeaderOptions = {
  headers: Record<string, string>;
  requestId: string;
  /** Whether the browser may cache a successful response (static files). */
  cacheable: boolean;
  /** Whether a route may set its own content security policy (the sandbox's checkout, which represents another site). */
  ownPolicy: boolean;
  /** True during a shutdown: connections are closed after the response. */
  isClosing(): boolean;
};

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/**
 * Sets the security headers right before the head is sent, so that no handler, error page or
 * redirect of Next can omit or weaken them.
 */
export function setSecurityHeaders(response: ServerResponse, options: HeaderOptions): void {
  const writeHead = response.writeHead.bind(response);
  const writeSecured = (status: number, reasonOrHeaders?: string | GivenHeaders, maybeHeaders?: GivenHeaders) => {
    const reason = typeof reasonOrHeaders === "string" ? reasonOrHeaders : undefined;
    setAll(response, typeof reasonOrHeaders === "string" ? maybeHeaders : reasonOrHeaders);
    response.statusCode = status;
    setHeaders(response, options);
    return reason === undefined ? writeHead(status) : writeHead(status, reason);
  };
  // Accepts all overloads of writeHead, which TypeScript cannot express as one type.
  response.writeHead = writeSecured as ServerResponse["writeHead"];
}

/**
 * Gives each header as text that a handler sets as a list of one value. Next.js sets all headers of a route handler so, and its
 * compression then takes no content type for one to compress (vercel/next.js#98007).
 */
export function unwrapSingleValues(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return setHeader(name, first !== undefined && others.length === 0 ? first : value);
  };
}

function setHeaders(response: ServerResponse, options: HeaderOptions): void {
  const ownPolicy = options.ownPolicy && response.hasHeader("content-security-policy");
  for (const [name, value] of Object.entries(options.headers)) {
    if (name === "content-security-policy" && ownPolicy) continue;
    response.setHeader(name, value);
  }
  response.removeHeader("x-powered-by");
  response.setHeader("x-request-id", options.requestId);
  const isGood = response.statusCode === 200 || response.statusCode === 206 || response.statusCode === 304;
  if (!options.cacheable || !isGood) response.setHeader("cache-control", noStore(response));
  if (options.isClosing()) response.setHeader("connection", "close");
}

/** `no-transform` stays: it prevents compression of event streams, which would delay events. */
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
