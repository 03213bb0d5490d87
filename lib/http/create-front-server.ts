import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { largestBodyBytes } from "#lib/contract/operation.ts";
import type { ErrorCode } from "#lib/core/errors.ts";
import type { Log } from "#lib/services/log.ts";
import { capBody, declaredBytes } from "./body-cap.ts";
import { allowedHosts, refusal } from "./check-request.ts";
import { replaceInboundHeaders } from "./inbound-headers.ts";
import { newNonce } from "./nonce.ts";
import { type Network, peerAddress } from "./peer-address.ts";
import { refuse, refuseOnSocket } from "./reject-request.ts";
import { setSecurityHeaders, unwrapSingleValues } from "./response-headers.ts";
import { contentSecurityPolicy, securityHeaders } from "./security-headers.ts";
import { serverSpan } from "./server-span.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, peer: string) => Promise<void> | void;

export type FrontServerLimits = {
  headersMs: number;
  requestMs: number;
  headerBytesMax: number;
  bodyBytesMax: number;
  checkMs: number;
};

export type FrontServerOptions = {
  publicOrigin: string;
  port: number;
  /** Everything that is neither URL_Notify nor the built-in gateway. */
  next: Handler;
  notify: Handler;
  /** The built-in gateway: before Next, so that a sign-in there never waits for Next to compile or load a page. */
  sandbox?: Handler | undefined;
  /** The development server's web socket; without it no connection is ever upgraded. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  publicFiles: ReadonlySet<string>;
  /**
   * Monitoring asks each process by its own address. Not where the origin is this machine: there the metrics need no token, and a
   * page of another site could read them under a name of its own that leads here.
   */
  hasAnyHostForProbes?: boolean;
  /** True while it prepares to stop: each response then asks its client to open another connection. */
  isDraining?: () => boolean;
  /** Proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustedProxies?: readonly Network[];
  log: Log;
  dev?: boolean;
  limits?: Partial<FrontServerLimits>;
};

const defaultLimits: FrontServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  headerBytesMax: 16 * 1024,
  bodyBytesMax: 1024 * 1024,
  checkMs: 1_000,
};
const keepAliveMs = 30_000;
const notifyPath = /^\/api\/notify\/[^/?#]+\/?(?:[?#].*)?$/;
const sandboxPath = /^\/sandbox-gateway(?:\/|$)/;
/** The only addresses with a large body: the import of merchants with their certificates, and long lists of references and orders. */
const largeBodyPath =
  /^\/api\/[a-z]+\/(?:merchants\/import(?:\/steps)?|lookups\/(?:lists|export)|[a-z0-9-]{1,41}\/reconciliations(?:\/export)?)$/;
const staticPath = /^\/_next\/static\//;

type ServerContext = FrontServerOptions & { dev: boolean; secure: boolean; hosts: ReadonlySet<string>; bodyBytesMax: number };
type RequestContext = { request: IncomingMessage; response: ServerResponse; requestId: string; nonce: string; peer: string };

/** The server in front of the app (docs/security.md, rule 14). It does not listen yet. */
export function createFrontServer(options: FrontServerOptions): Server {
  const limits = { ...defaultLimits, ...options.limits };
  const context: ServerContext = {
    ...options,
    dev: options.dev ?? false,
    secure: options.publicOrigin.startsWith("https:"),
    hosts: allowedHosts(options),
    bodyBytesMax: limits.bodyBytesMax,
  };
  const server = createServer({
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: keepAliveMs,
    // Node.js would respond to a missing Host itself, without our headers; check-request.ts handles it instead.
    requireHostHeader: false,
  });
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const peer = peerOf(request, options.trustedProxies ?? []);
    const requestContext = { request, response, requestId: randomUUID(), nonce: newNonce(), peer };
    // A handler that writes on after we refused its request: without a listener that ends the process.
    response.on("error", (cause) =>
      context.log.warn({ requestId: requestContext.requestId, cause }, "A response could not be written."),
    );
    setResponseHeaders(context, requestContext, server);
    try {
      routeRequest(context, requestContext);
    } catch (cause) {
      failRequest(context, requestContext, cause);
    }
  };
  server.on("request", receive);
  // Node.js would respond to an unknown Expect itself, without our headers.
  server.on("checkExpectation", receive);
  refuseOddConnections(server, context);
  return server;
}

function setResponseHeaders(
  context: ServerContext,
  { request, response, requestId, nonce }: RequestContext,
  server: Server,
): void {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  setSecurityHeaders(response, {
    headers: securityHeaders({ nonce, secure: context.secure, dev: context.dev }),
    requestId,
    cacheable: !context.dev && (staticPath.test(path) || context.publicFiles.has(path)),
    ownPolicy: sandboxPath.test(path),
    isClosing: () => !server.listening || context.isDraining?.() === true,
  });
}

function routeRequest(context: ServerContext, requestContext: RequestContext): void {
  const { request, response, requestId } = requestContext;
  const target = request.url ?? "";
  const refused = refusal(request, context);
  if (refused) refuse(response, refused, requestId);
  else if (notifyPath.test(target)) serve(context, context.notify, requestContext);
  else if (isStrayNavigation(request, context.publicOrigin)) redirect(response, context.publicOrigin + target);
  else if (declaredBytes(request) > bodyBytesMaxOf(context, target)) refuse(response, "body_too_large", requestId);
  else if (context.sandbox && sandboxPath.test(target)) serve(context, context.sandbox, requestContext);
  else forwardToNext(context, requestContext);
}

function bodyBytesMaxOf(context: ServerContext, target: string): number {
  return largeBodyPath.test(target) ? largestBodyBytes : context.bodyBytesMax;
}

function forwardToNext(context: ServerContext, requestContext: RequestContext): void {
  const { request, response, requestId, nonce, peer } = requestContext;
  capBody(request, bodyBytesMaxOf(context, request.url ?? ""), () => {
    // After the response, the handler that still reads the body gets an error.
    response.once("close", () => request.destroy());
    refuse(response, "body_too_large", requestId);
  });
  const ours = {
    "content-security-policy": contentSecurityPolicy({ nonce, dev: context.dev }),
    "x-request-id": requestId,
    "x-peer": peer,
    "x-address": request.url ?? "",
  };
  replaceInboundHeaders(request, ours, context);
  unwrapSingleValues(response);
  serve(context, context.next, requestContext);
}

function serve(context: ServerContext, handler: Handler, requestContext: RequestContext): void {
  const { request, response, peer } = requestContext;
  const work = () => Promise.try(handler, request, response, peer);
  serverSpan(request, response, work).catch((cause: unknown) => failRequest(context, requestContext, cause));
}

function failRequest({ log }: ServerContext, { request, response, requestId }: RequestContext, cause: unknown): void {
  log.error({ requestId, cause }, "A request failed outside its handler.");
  if (response.headersSent) request.socket.destroy();
  else refuse(response, "internal", requestId);
}

function peerOf({ socket, headers }: IncomingMessage, trusted: readonly Network[]): string {
  const forwardedFor = headers["x-forwarded-for"];
  return peerAddress(socket.remoteAddress ?? "", Array.isArray(forwardedFor) ? forwardedFor.join(", ") : forwardedFor, trusted);
}

function refuseOddConnections(server: Server, context: ServerContext): void {
  const rejectConnection = (socket: Duplex, code: ErrorCode) =>
    refuseOnSocket(socket, code, securityHeaders({ nonce: newNonce(), secure: context.secure, dev: context.dev }));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => rejectConnection(socket, codeFor(error)));
  server.on("connect", (_request, socket) => rejectConnection(socket, "method_not_allowed"));
  server.on("upgrade", (request, socket, head) => {
    const refused = refusal(request, context);
    if (refused || !context.upgrade) rejectConnection(socket, refused ?? "bad_request");
    else context.upgrade(request, socket, head);
  });
}

/** True for a page opened under another name of this machine: its cookie and Origin would belong to another site. */
function isStrayNavigation(request: IncomingMessage, publicOrigin: string): boolean {
  if (request.method !== "GET" || request.headers["sec-fetch-mode"] !== "navigate") return false;
  // Null for a probe: it may name any host, also one that is none.
  const given = URL.parse(`${new URL(publicOrigin).protocol}//${request.headers.host}`);
  return given !== null && given.origin !== publicOrigin;
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(307, { location, "content-length": 0 }).end();
}

function codeFor({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  return "bad_request";
}
