import type { IncomingMessage, ServerResponse } from "node:http";
import { answerNode } from "#lib/sandbox/serve-sandbox.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

type LanHandlerOptions = {
  /** The built-in gateway under the LAN's address. */
  sandbox: (request: Request) => Promise<Response>;
  next: Handler;
  publicOrigin: string;
  lanOrigin: string;
};

const linkPath = /^\/sandbox-gateway\/pay\/[0-9a-f]{32}$/;
const stylePath = /^\/(sandbox-gateway\/checkout|return)\.css$/;
const returnPath = /^\/return\/[^/]+(\/status)?$/;

/**
 * Serves what phones in the local network may open: single-use payment links of the sandbox's checkout, and the page a
 * customer returns to. Everything else, above all the dashboard, is 404.
 */
export function createLanHandler({ sandbox, next, publicOrigin, lanOrigin }: LanHandlerOptions): Handler {
  const atLan = async (request: Request) => moveToLan(await sandbox(request), { publicOrigin, lanOrigin });
  return (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (linkPath.test(path) && (isRead || request.method === "POST")) return answerNode(atLan, request, response);
    if (returnPath.test(path) && (isRead || request.method === "POST")) return next(request, response);
    if (stylePath.test(path) && isRead)
      return path.startsWith("/return") ? next(request, response) : answerNode(atLan, request, response);
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("There is nothing here.");
  };
}

/** Redirects to the return page use the public origin, which phones cannot reach: they are changed to the LAN origin. */
function moveToLan(response: Response, { publicOrigin, lanOrigin }: { publicOrigin: string; lanOrigin: string }): Response {
  const headers = new Headers(response.headers);
  for (const name of ["location", "content-security-policy"]) {
    const value = headers.get(name);
    if (value !== null) headers.set(name, value.replaceAll(publicOrigin, lanOrigin));
  }
  return new Response(response.body, { status: response.status, headers });
}
