import type { IncomingMessage, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import type { FrontServerOptions } from "./create-front-server.ts";
import { expectSecurityHeaders, openEntryPoint } from "./testing/open-entry-point.ts";

describe("the security headers", () => {
  it("are set on Next's responses and replace its weaker ones", async () => {
    const weak = { "content-security-policy": "default-src *", "cache-control": "public, max-age=60" };
    const { get } = await openEntryPoint({ next: (_request, response) => void response.writeHead(200, weak).end("page") });
    const response = await get("/");
    expectSecurityHeaders(response.headers);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("are set on a response without writeHead, on redirects, on 404 and on a notification's response", async () => {
    const { get } = await openEntryPoint({
      next: (request, response) => {
        if (request.url === "/moved") response.writeHead(308, "Moved", ["location", "/there"]);
        if (request.url === "/none") response.statusCode = 404;
        response.end();
      },
    });
    for (const [path, status] of [
      ["/plain", 200],
      ["/moved", 308],
      ["/none", 404],
      ["/api/notify/abc", 200],
    ] as const) {
      const response = await get(path, { method: path.startsWith("/api") ? "POST" : "GET" });
      expect([path, response.status]).toEqual([path, status]);
      expectSecurityHeaders(response.headers);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("are set on every response of the front server itself", async () => {
    const { send } = await openEntryPoint();
    const hasty = await openEntryPoint({ limits: { headersMs: 200, requestMs: 300, checkMs: 50 } });
    const answers = {
      trace: [405, await send("TRACE / HTTP/1.1\r\nHost: HOST")],
      connect: [405, await send("CONNECT example.com:443 HTTP/1.1\r\nHost: HOST")],
      "broken escape": [400, await send("GET /api/sandbox/%zz HTTP/1.1\r\nHost: HOST")],
      absolute: [400, await send("GET http://HOST/ HTTP/1.1\r\nHost: HOST")],
      asterisk: [400, await send("OPTIONS * HTTP/1.1\r\nHost: HOST")],
      otherHostPath: [400, await send("GET //evil.example/ HTTP/1.1\r\nHost: HOST")],
      noHost: [400, await send("GET / HTTP/1.1")],
      twoHosts: [400, await send("GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST")],
      foreignHost: [421, await send("GET / HTTP/1.1\r\nHost: evil.example")],
      nonsense: [400, await send("NONSENSE")],
      twoLengths: [400, await send("POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nTransfer-Encoding: chunked")],
      largeHeaders: [431, await send(`GET / HTTP/1.1\r\nHost: HOST\r\nX-Large: ${"x".repeat(20_000)}`)],
      largeBody: [413, await send("POST /api/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1048577")],
      upgrade: [400, await send("GET / HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: upgrade")],
      slowBody: [408, await hasty.send("POST /api/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 10", "abc")],
    } as const;
    for (const [name, [status, answer]] of Object.entries(answers)) {
      expect([name, answer.status]).toEqual([name, status]);
      expectSecurityHeaders(answer.headers);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(JSON.parse(answer.body)).toMatchObject({
        error: { message: expect.any(String), requestId: answer.headers.get("x-request-id") },
      });
    }
    expect(answers.trace[1].headers.get("allow")).toContain("GET");
  });

  it("require https for a year only where the origin is https", async () => {
    const local = await openEntryPoint();
    expect((await local.get("/")).headers.get("strict-transport-security")).toBeNull();
    const secure = await openEntryPoint({ publicOrigin: "https://desk.example.com" });
    expect((await secure.get("/")).headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
  });

  it("let the browser cache only successful responses of static files", async () => {
    const { get } = await openEntryPoint({
      next: (request, response) => {
        const status = request.url?.includes("missing") ? 404 : 200;
        response.writeHead(status, { "cache-control": "public, max-age=31536000, immutable" }).end();
      },
    });
    const kept = async (path: string) => (await get(path)).headers.get("cache-control");
    expect(await kept("/_next/static/chunk.js")).toBe("public, max-age=31536000, immutable");
    expect(await kept("/icon.svg")).toBe("public, max-age=31536000, immutable");
    expect(await kept("/_next/static/missing.js")).toBe("no-store");
    expect(await kept("/api/session")).toBe("no-store");
  });

  it("prevent compression of an event stream", async () => {
    const headers = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
    const { get } = await openEntryPoint({ next: (_request, response) => void response.writeHead(200, headers).end() });
    expect((await get("/api/sandbox/live")).headers.get("cache-control")).toBe("no-store, no-transform");
  });

  it("allow an own policy for the sandbox's checkout and for nothing else", async () => {
    const next = (_request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, { "content-security-policy": "form-action https:" }).end();
    const { get } = await openEntryPoint({ next });
    expect((await get("/sandbox-gateway/checkout/1")).headers.get("content-security-policy")).toBe("form-action https:");
    expect((await get("/sandbox-gateway-not")).headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("the built-in gateway", () => {
  const sandbox: FrontServerOptions["sandbox"] = (_request, response) => void response.writeHead(200).end("from the gateway");

  it("responds before Next, which may still have to compile, with the same security headers", async () => {
    const { get, seen } = await openEntryPoint({ sandbox });
    const response = await get("/sandbox-gateway/api/v1/oauth/token?x=1", { method: "POST", body: "a=b" });
    expect(await response.text()).toBe("from the gateway");
    expectSecurityHeaders(response.headers);
    expect(await (await get("/sandbox-gateway-not")).text()).toBe("from next");
    expect(seen.map(({ request }) => request.url)).toEqual(["/sandbox-gateway-not"]);
  });

  it("is 404 when it is off", async () => {
    const { get } = await openEntryPoint();
    expect(await (await get("/sandbox-gateway/x")).text()).toBe("from next");
  });
});

describe("the request for Next", () => {
  it("has a fresh nonce, our request id and the peer, and ignores the client's values", async () => {
    const { get, seen } = await openEntryPoint();
    const forged = {
      "x-request-id": "mine",
      "x-peer": "1.2.3.4",
      "x-address": "/mine",
      "content-security-policy": "script-src 'nonce-mine'",
    };
    const responses = [await get("/a", { headers: forged }), await get("/b", { headers: forged })];
    const nonces = seen.map(({ request }) => /'nonce-([^']+)'/.exec(String(request.headers["content-security-policy"]))?.[1]);
    expect(new Set(nonces).size).toBe(2);
    for (const [at, response] of responses.entries()) {
      expect(response.headers.get("content-security-policy")).toContain(`'nonce-${nonces[at]}'`);
      expect(seen[at]?.request.headers["x-request-id"]).toBe(response.headers.get("x-request-id"));
      expect(seen[at]?.request.headers["x-peer"]).toBe("127.0.0.1");
      expect(seen[at]?.request.headers["x-address"]).toBe(seen[at]?.request.url);
    }
  });

  it("has the address from a trusted proxy, and only its last entry", async () => {
    const { get, seen } = await openEntryPoint({ trustedProxies: [[ipaddr.parse("127.0.0.1"), 32]] });
    await get("/a", { headers: { "x-forwarded-for": "1.1.1.1, 203.0.113.9" } });
    expect(seen[0]?.request.headers["x-peer"]).toBe("203.0.113.9");
    expect(seen[0]?.request.headers["x-forwarded-for"]).toBeUndefined();
  });

  it("has no trusted header of a proxy or of Next's edge, but the router's own ones", async () => {
    // CVE-2025-29927: x-middleware-subrequest skipped the checks; the rest is of the same kind.
    const bypasses = [
      "x-middleware-subrequest",
      "x-nextjs-data",
      "x-forwarded-host",
      "x-forwarded-for",
      "forwarded",
      "next-action",
      "x-invoke-path",
      "x-matched-path",
      "x-now-route-matches",
      "x-http-method-override",
      "x-real-ip",
    ];
    const { get, seen } = await openEntryPoint();
    const headers = Object.fromEntries(
      [...bypasses, "rsc", "next-router-prefetch", "idempotency-key"].map((name) => [name, "1"]),
    );
    await get("/", { headers });
    const given = seen[0]?.request;
    for (const name of bypasses) {
      expect(given?.headers).not.toHaveProperty(name);
      expect(given?.rawHeaders.map((text) => text.toLowerCase())).not.toContain(name);
    }
    expect(given?.headers).toMatchObject({ rsc: "1", "next-router-prefetch": "1", "idempotency-key": "1" });
  });

  it("has the whole body up to the limit and not a byte more, declared or not", async () => {
    const { get, seen, send } = await openEntryPoint({ limits: { bodyBytesMax: 1000 } });
    expect((await get("/api/x", { method: "POST", body: "x".repeat(1000) })).status).toBe(200);
    expect(seen[0]?.body).toHaveLength(1000);
    const chunked = "POST /api/x HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked";
    const piece = `1f4\r\n${"y".repeat(500)}\r\n`;
    expect((await send(chunked, `${piece}${piece}0\r\n\r\n`)).status).toBe(200);
    expect((await send(chunked, `${piece}${piece}${piece}0\r\n\r\n`)).status).toBe(413);
    expect(seen.map(({ body }) => body.length)).toEqual([1000, 1000]);
  });

  it("has a larger limit for imports and long lists only", async () => {
    const { get, seen } = await openEntryPoint({ limits: { bodyBytesMax: 1000 } });
    const post = async (path: string) => (await get(path, { method: "POST", body: "x".repeat(2_000_000) })).status;
    const isLarge = ({ bodyBytesMax = 0 }: Operation) => bodyBytesMax > 1_048_576;
    const large = operations
      .filter(isLarge)
      .map(({ path }) => path.replace("{environment}", "demo").replace("{merchant}", "corner-cafe"));
    expect(large.length).toBeGreaterThan(5);
    for (const path of large) expect([path, await post(path)]).toEqual([path, 200]);
    for (const path of [
      "/api/demo/merchants",
      "/api/demo/lookups",
      "/api/demo/merchants/import/other",
      "/x/api/demo/merchants/import",
    ]) {
      expect([path, await post(path)]).toEqual([path, 413]);
    }
    expect(seen).toHaveLength(large.length);
  });
});

describe("allowed hosts and paths", () => {
  it("include the public host and this machine's names with the port, in any case", async () => {
    const { send, port } = await openEntryPoint({ publicOrigin: "https://desk.example.com" });
    const status = async (host: string) => (await send(`GET / HTTP/1.1\r\nHost: ${host}`)).status;
    for (const host of ["desk.example.com", "DESK.example.com:443", `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect([host, await status(host)]).toEqual([host, 200]);
    }
    for (const host of ["desk.example.com:8443", "localhost", "desk.example.com.evil.example", "evil.example"]) {
      expect([host, await status(host)]).toEqual([host, 421]);
    }
  });

  it("include any host for probes, where monitoring asks each process by its own address, and for nothing else", async () => {
    const { send } = await openEntryPoint({ publicOrigin: "https://desk.example.com", hasAnyHostForProbes: true });
    const status = async (path: string) => (await send(`GET ${path} HTTP/1.1\r\nHost: 10.0.0.5:3000`)).status;
    for (const path of ["/api/health", "/api/ready", "/api/ready?for=notify", "/api/startup", "/api/metrics"]) {
      expect([path, await status(path)]).toEqual([path, 200]);
    }
    for (const path of ["/", "/api/session", "/api/metrics/x", "/api/readyx", "//api/metrics", "/api/notify/e1"]) {
      expect([path, await status(path)]).not.toEqual([path, 200]);
    }
    const local = await openEntryPoint();
    expect((await local.send("GET /api/metrics HTTP/1.1\r\nHost: evil.example")).status).toBe(421);
  });

  it("include a host for probes that is no host, opened by a browser", async () => {
    const { send } = await openEntryPoint({ publicOrigin: "https://desk.example.com", hasAnyHostForProbes: true });
    for (const host of ["%", "a b", "a:99999", "[", "10.0.0.5:3000"]) {
      const { status } = await send(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Mode: navigate`);
      expect([host, status]).toEqual([host, host === "10.0.0.5:3000" ? 307 : 200]);
    }
  });

  it("redirect a browser from another name of this machine to the public origin, but not scripts", async () => {
    const { get, send, port } = await openEntryPoint();
    const navigate = (host: string) => send(`GET /login?next=%2F HTTP/1.1\r\nHost: ${host}:${port}\r\nSec-Fetch-Mode: navigate`);
    const typed = await navigate("127.0.0.1");
    expect(typed.status).toBe(307);
    expect(typed.headers.get("location")).toBe(`http://localhost:${port}/login?next=%2F`);
    expectSecurityHeaders(typed.headers);
    expect((await navigate("localhost")).status).toBe(200);
    expect((await get("/api/health")).status).toBe(200);
  });

  it("route every method of URL_Notify past Next, with and without a slash or a query", async () => {
    const { get, seen } = await openEntryPoint();
    for (const path of ["/api/notify/e1", "/api/notify/e1/", "/api/notify/e1?x=1"]) {
      expect(await (await get(path, { method: "POST", body: "a=b" })).text()).toBe("OK");
      expect(await (await get(path)).text()).toBe("OK");
    }
    expect(seen).toHaveLength(0);
    await get("/api/notify");
    await get("/api/notify/e1/more");
    expect(seen).toHaveLength(2);
  });

  it("pass the original headers to URL_Notify", async () => {
    const got: IncomingMessage[] = [];
    const { get } = await openEntryPoint({
      notify: (request, response) => {
        got.push(request);
        response.end("OK");
      },
    });
    await get("/api/notify/e1", { method: "POST", headers: { "x-forwarded-for": "203.0.113.9" } });
    expect(got[0]?.headers["x-forwarded-for"]).toBe("203.0.113.9");
  });

  it("allow upgrades only for a development server", async () => {
    const upgraded: string[] = [];
    const { send } = await openEntryPoint({
      upgrade: (request, socket) => {
        upgraded.push(request.url ?? "");
        socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
      },
    });
    await send("GET /_next/hmr HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: upgrade");
    expect(
      (await send("GET /_next/hmr HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: upgrade")).status,
    ).toBe(421);
    expect(upgraded).toEqual(["/_next/hmr"]);
  });
});
