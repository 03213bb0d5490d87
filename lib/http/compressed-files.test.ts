import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCompressedFiles, serveCompressed } from "./compressed-files.ts";

const script = "console.log('a dashboard');".repeat(50);
const folder = mkdtempSync(path.join(tmpdir(), "compressed-"));
writeFileSync(path.join(folder, "a.js"), script);
writeFileSync(path.join(folder, "a.js.br"), brotliCompressSync(script));
writeFileSync(path.join(folder, "b.js"), script);

const serve = serveCompressed(findCompressedFiles(folder, "/static"), async (_request, response) => {
  response.writeHead(200, { "content-type": "text/plain" }).end("otherwise");
});
const server = createServer((request, response) => void serve(request, response));
let origin = "";

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const get = (address: string, encoding: string, init: RequestInit = {}) =>
  fetch(`${origin}${address}`, { ...init, headers: { ...init.headers, "accept-encoding": encoding } });

describe("a precompressed file of the build", () => {
  it("is sent to a browser that accepts it, to be cached forever", async () => {
    const answer = await get("/static/a.js?v=1", "gzip, deflate, br");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/javascript; charset=UTF-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    expect(await answer.text()).toBe(script);
  });

  it("responds to HEAD with its length only", async () => {
    const answer = await get("/static/a.js", "br", { method: "HEAD" });
    expect(answer.headers.get("content-length")).toBe(String(brotliCompressSync(script).length));
    expect(await answer.text()).toBe("");
  });

  it.each([
    ["a browser that does not take Brotli", "/static/a.js", "gzip", {}],
    ["one that refuses it", "/static/a.js", "gzip, br;q=0", {}],
    ["a part of it", "/static/a.js", "br", { headers: { range: "bytes=0-3" } }],
    ["another method", "/static/a.js", "br", { method: "POST" }],
    ["a file that was not compressed", "/static/b.js", "br", {}],
    ["a way out of the folder", "/static/../a.js", "br", {}],
  ])("leaves %s to Next", async (_what, address, encoding, init) => {
    expect(await (await get(address, encoding, init)).text()).toBe("otherwise");
  });
});
