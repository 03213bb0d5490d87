import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { stopServer } from "./stop-server.ts";
import { expectSecurityHeaders, openEntryPoint } from "./testing/open-entry-point.ts";
import { rawRequest } from "./testing/raw-request.ts";

/** More than a connection holds unread. */
const manyBytes = Buffer.alloc(50_000_000);

describe("trouble", () => {
  it("in a handler is a 500 in the standard error shape and a log line, without the error's text", async () => {
    const { get, failures } = await openEntryPoint({ next: () => Promise.reject(new Error("secret words")) });
    const response = await get("/");
    expect(response.status).toBe(500);
    expectSecurityHeaders(response.headers);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: "internal", requestId: response.headers.get("x-request-id") } });
    expect(text).not.toContain("secret words");
    expect(failures).toHaveLength(1);
  });

  it("in the front server itself is a 500 and a log line, and does not end the process", async () => {
    const { get, failures, server } = await openEntryPoint();
    const fail = () => {
      throw new Error("broken");
    };
    server.prependOnceListener("request", (request) => void Object.defineProperty(request, "rawHeaders", { get: fail }));
    const response = await get("/");
    expect(response.status).toBe(500);
    expectSecurityHeaders(response.headers);
    expect(failures).toHaveLength(1);
    expect((await get("/")).status).toBe(200);
  });

  // Node.js removes its own listener of errors from the socket of such a request: an error without one ends the process.
  it.each(["CONNECT a:1 HTTP/1.1\r\nHost: HOST", "GET / HTTP/1.1\r\nHost: HOST\r\nConnection: upgrade\r\nUpgrade: x"])(
    "with a reset connection does not end the process: %s",
    async (head) => {
      const next = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(200).write(manyBytes);
      const { port, server } = await openEntryPoint({ next });
      const refused = once(server, head.startsWith("CONNECT") ? "connect" : "upgrade");
      const client = connect(port, "127.0.0.1").on("error", () => {});
      client.write(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n${head.replace("HOST", `localhost:${port}`)}\r\n\r\n`);
      const [, socket] = await refused;
      const closed = new Promise((resolve) => socket.once("close", resolve));
      client.resetAndDestroy();
      expect(await closed).toBe(true);
    },
  );

  it("with a handler that writes on after a body over the limit does not end the process", async () => {
    const wrote = Promise.withResolvers<void>();
    const next = async (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === "/first") return void response.writeHead(200).write(manyBytes);
      await eventually(() => expect(response.writableEnded).toBe(true));
      response.end("late");
      wrote.resolve();
    };
    const { port, warnings } = await openEntryPoint({ next, limits: { bodyBytesMax: 10 } });
    const client = connect(port, "127.0.0.1").on("error", () => {});
    client.write(`GET /first HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    client.write(`POST /second HTTP/1.1\r\nHost: localhost:${port}\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n`);
    await wrote.promise;
    await eventually(() => expect(warnings).toHaveLength(1));
    client.destroy();
  });

  it("with endless headers closes the connection", async () => {
    const { port } = await openEntryPoint({ limits: { headersMs: 200, requestMs: 300, checkMs: 50 } });
    const answer = await rawRequest(port, "GET / HTTP/1.1\r\nHost: lo");
    expect(answer.status).toBe(408);
    expectSecurityHeaders(answer.headers);
  });

  it("does not occur for a request in flight during a shutdown: it gets its response and the connection closes", async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    const { get, server } = await openEntryPoint({ next: (_request, response) => arrived.resolve(response) });
    const pending = get("/slow");
    const held = await arrived.promise;
    const stopped = stopServer(server, 5_000);
    held.end("done");
    const response = await pending;
    expect(await response.text()).toBe("done");
    expect(response.headers.get("connection")).toBe("close");
    expect(await stopped).toBe(true);
    await expect(get("/late")).rejects.toThrow();
  });

  it("with an endless request does not delay a shutdown beyond its limit", async () => {
    const arrived = Promise.withResolvers<void>();
    const { get, server } = await openEntryPoint({ next: () => arrived.resolve() });
    const pending = get("/stuck").catch(() => "cut");
    await arrived.promise;
    expect(await stopServer(server, 50)).toBe(false);
    expect(await pending).toBe("cut");
  });
});
