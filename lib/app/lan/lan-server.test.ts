import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { createSandbox, type Sandbox } from "#lib/sandbox/create-sandbox.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { createLanHandler } from "./lan-handler.ts";
import { findLanAddress } from "./open-lan-server.ts";

const publicOrigin = "http://localhost:3000";
const shop = {
  urlNotify: "http://shop.test/notify",
  urlOk: `${publicOrigin}/return/e1`,
  urlCancel: `${publicOrigin}/return/e1`,
};

let server: Server;
let origin: string;
let sandbox: Sandbox;
const passed: string[] = [];

/** The gateway under its LAN address, and a stub for Next that records its requests. */
beforeAll(async () => {
  server = createServer((incoming, response) => void handler(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sandbox = createSandbox({
    secret: "a secret for tests only, 32 characters and more",
    storage: createMemoryStorage(),
    clock: systemClock,
    baseUrl: `${origin}/sandbox-gateway`,
    transactions: 0,
    live: false,
    fetch: async () => new Response("OK"),
  });
  await sandbox.setStore("corner-cafe", shop);
  const handler = createLanHandler({
    sandbox: sandbox.handle,
    publicOrigin,
    lanOrigin: origin,
    next: (incoming, response) => {
      passed.push(incoming.url ?? "");
      response.end("next");
    },
  });
});
afterAll(() => void server.close());

const order = { slug: "corner-cafe", amountMinor: 1234, currency: "EUR" };
const linkTo = async () => `/sandbox-gateway/pay/${(await sandbox.createLink(order)).token}`;
const pay = (path: string) =>
  fetch(origin + path, { method: "POST", body: new URLSearchParams({ act: "pay", method: "visa" }), redirect: "manual" });

test.each([
  "/",
  "/login",
  "/sandbox/corner-cafe/transactions",
  "/api/session",
  "/api/session/link",
  "/api/sandbox/merchants",
  "/api/notify/e1",
  "/api/health",
  "/_next/static/chunks/main.js",
  "/sandbox-gateway/control/stats",
  "/sandbox-gateway/api/v1/oauth/token",
  "/sandbox-gateway/checkout/corner-cafe?amount=1.00&currency=EUR",
  "/sandbox-gateway/pay/short",
  "/sandbox-gateway/pay/../control/stats",
  "/return",
  "/return/e1/other",
  "/return/../api/session",
  "//evil.test/return/e1",
])("%s is 404 from the network", async (path) => {
  for (const method of ["GET", "POST"]) expect(await rawStatus(path, method)).toBe(404);
  expect(passed).toEqual([]);
});

test("a link shows the order's page, pays once, and redirects to the LAN's own /return", async () => {
  const path = await linkTo();
  const page = await fetch(origin + path);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("12.34 EUR");
  expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${origin}`);
  const paid = await pay(path);
  expect(paid.status).toBe(303);
  expect(paid.headers.get("location")).toMatch(new RegExp(`^${origin}/return/e1\\?IPCmethod=IPCPurchaseOK`));
  const opened = await fetch(origin + path);
  expect(opened.status).toBe(410);
  expect(await opened.text()).not.toContain("12.34");
  expect((await pay(path)).headers.get("location")).toBe(paid.headers.get("location"));
});

test("an unknown link is 404, and each link is unique", async () => {
  expect((await fetch(`${origin}/sandbox-gateway/pay/${"0".repeat(32)}`)).status).toBe(404);
  expect(await linkTo()).not.toBe(await linkTo());
});

test("the return page is served by Next", async () => {
  passed.length = 0;
  for (const path of ["/return/e1?x=1", "/return/e1/status?ticket=t", "/return.css"])
    expect(await (await fetch(origin + path)).text()).toBe("next");
  expect(passed).toEqual(["/return/e1?x=1", "/return/e1/status?ticket=t", "/return.css"]);
});

test("the LAN address is preferably a private one, never loopback", () => {
  const entry = (address: string, internal = false) => [
    { address, internal, family: "IPv4" as const, netmask: "", mac: "", cidr: null },
  ];
  expect(findLanAddress({ lo: entry("127.0.0.1", true), a: entry("203.0.113.5"), b: entry("192.168.1.20") })).toBe(
    "192.168.1.20",
  );
  expect(findLanAddress({ lo: entry("127.0.0.1", true), b: entry("169.254.3.3") })).toBeUndefined();
});

/** fetch would normalise the path before sending. */
function rawStatus(path: string, method: string): Promise<number> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.once("error", reject).end();
  });
}
