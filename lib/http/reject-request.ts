import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorCode, errorStatus, errorText } from "#lib/core/errors.ts";

const lingerMs = 1_000;

/**
 * Responds in the standard error shape, before Next. The connection closes afterwards; the rest of the request is dropped for a
 * second, because the response may get lost if the connection is reset at once.
 */
export function refuse(response: ServerResponse, code: ErrorCode, requestId: string): void {
  if (response.headersSent || response.writableEnded) return;
  const body = errorBody(code, requestId);
  response.setHeader("connection", "close");
  if (code === "method_not_allowed") response.setHeader("allow", "GET, HEAD, POST, PATCH, DELETE, OPTIONS");
  response.writeHead(errorStatus(code), {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
  const request = response.req;
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), lingerMs);
  timer.unref();
  request.socket.once("close", () => clearTimeout(timer));
}

/** The same without a response object: for a request that could not be parsed, CONNECT and Upgrade. */
export function refuseOnSocket(socket: Duplex, code: ErrorCode, headers: Record<string, string>): void {
  // Node.js leaves the socket of CONNECT and Upgrade without a listener for errors: a reset would end the process.
  socket.on("error", () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = errorBody(code, requestId);
  const status = errorStatus(code);
  const all = {
    ...headers,
    ...(code === "method_not_allowed" ? { allow: "GET, HEAD, POST, PATCH, DELETE, OPTIONS" } : {}),
    "x-request-id": requestId,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...head, "", body].join("\r\n"), () => socket.destroy());
}

function errorBody(code: ErrorCode, requestId: string): string {
  return JSON.stringify({ error: { code, message: errorText(code), requestId } });
}
