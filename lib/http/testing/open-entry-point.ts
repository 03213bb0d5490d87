import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { createFrontServer, type FrontServerOptions } from "../create-front-server.ts";
import { stopServer } from "../stop-server.ts";
import { rawRequest } from "./raw-request.ts";

type Seen = { request: IncomingMessage; body: string };

/** The front server on a real port, until the test ends, with a stub for Next, which responds 200 and records its requests. */
export async function openEntryPoint(options: Partial<FrontServerOptions> = {}) {
  const port = await freePort();
  const seen: Seen[] = [];
  const failures: object[] = [];
  const warnings: object[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ request, body });
    response.writeHead(200, { "content-type": "text/plain", "x-powered-by": "Next.js" }).end("from next");
  };
  const server = createFrontServer({
    publicOrigin: `http://localhost:${port}`,
    port,
    next: answer,
    notify: (_request, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("OK"),
    publicFiles: new Set(["/icon.svg"]),
    log: { info: () => {}, warn: (fields) => void warnings.push(fields), error: (fields) => void failures.push(fields) },
    ...options,
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => void (await stopServer(server, 0)));
  expect((server.address() as AddressInfo).port).toBe(port);
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init });
  const send = (head: string, body = "") =>
    rawRequest(port, `${head.replaceAll("HOST", `localhost:${port}`)}\r\nConnection: close\r\n\r\n${body}`);
  return { port, seen, failures, warnings, server, get, send };
}

export function expectSecurityHeaders(headers: { get(name: string): string | null | undefined }) {
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[A-Za-z0-9_-]{22}' 'strict-dynamic'; style-src 'self' 'nonce-/);
  for (const part of [
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy.split("; ")).toContain(part);
  }
  expect(policy).not.toContain("unsafe-eval");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("permissions-policy")).toContain("clipboard-read=(self)");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("x-powered-by") ?? undefined).toBeUndefined();
}
