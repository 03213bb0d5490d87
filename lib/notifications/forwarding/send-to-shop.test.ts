import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { createShopSender } from "./send-to-shop.ts";
import { answerWith, openTestMerchantServer, switchProtocol, type TestMerchantServer } from "./testing/shop.ts";

let shop: TestMerchantServer;
beforeAll(async () => {
  shop = await openTestMerchantServer();
});
afterEach(() => {
  shop.received.length = 0;
  shop.answer = answerWith(200, "OK");
});
afterAll(() => shop.close());

const message = {
  deliveryId: "d-1",
  attempt: 3,
  body: Buffer.from("IPCmethod=IPCPurchaseNotify&CustomerName=%FF%00+x", "latin1"),
  receivedAt: new Date("2026-03-04T11:20:05Z"),
  headers: [
    { name: "content-type", value: "application/x-www-form-urlencoded; charset=windows-1251" },
    { name: "user-agent", value: "gateway/1" },
    { name: "cookie", value: "a=1" },
    { name: "authorization", value: "Basic x" },
    { name: "x-forwarded-for", value: "10.0.0.1" },
    { name: "host", value: "desk.example.com" },
    { name: "accept", value: "␀ no header" },
  ],
};
const nobody: ResolveHost = () => Promise.reject(new Error("asked"));
const sender = (options: { allowedHosts?: string[]; resolve?: ResolveHost } = {}) =>
  createShopSender({ clock: systemClock, allowedHosts: options.allowedHosts ?? [shop.host], resolve: options.resolve ?? nobody });
const send = (url = shop.url, options = {}) => sender(options)(url, message, { timeoutMs: 2_000 });

test("the shop receives the original bytes, their content type and only headers from the list", async () => {
  const tried = await send();
  expect(tried).toMatchObject({ status: 200, problem: null, answer: "OK" });
  const [request] = shop.received;
  expect(request?.method).toBe("POST");
  expect(request?.body.equals(message.body)).toBe(true);
  expect(request?.headers).toEqual({
    host: shop.host,
    connection: "close",
    "content-length": String(message.body.length),
    "content-type": "application/x-www-form-urlencoded; charset=windows-1251",
    "user-agent": "gateway/1",
    "x-counterfoil-delivery": "d-1",
    "x-counterfoil-attempt": "3",
    "x-counterfoil-received-at": "2026-03-04T11:20:05.000Z",
  });
});

test.each([
  [answerWith(200, "OK\n"), 200, /not exactly OK/],
  [answerWith(200, ""), 200, /not exactly OK/],
  [answerWith(200, "O".repeat(100_000)), 200, /not exactly OK/],
  [answerWith(201, "OK"), 201, /answered 201/],
  [answerWith(500, "OK"), 500, /answered 500/],
  [answerWith(302, "", { location: "http://127.0.0.1:1/" }), 302, /redirect/],
  [answerWith(307, "OK", { location: "/elsewhere" }), 307, /redirect/],
])("only 200 and exactly OK counts, and no redirect is followed (%#)", async (answer, status, problem) => {
  shop.answer = answer;
  const tried = await send();
  expect(tried.status).toBe(status);
  expect(tried.problem?.message).toMatch(problem);
  expect(tried.answer?.length).toBeLessThanOrEqual(200);
  expect(shop.received).toHaveLength(1);
});

test("what is shown of an answer ends with no half of a character", async () => {
  shop.answer = answerWith(500, `${"x".repeat(199)}😀 sorry`);
  expect((await send()).answer).toBe(`${"x".repeat(199)}\ufffd`);
});

test("a response that is too late, or never ends, counts as none", async () => {
  shop.answer = () => {};
  const late = await sender()(shop.url, message, { timeoutMs: 100 });
  expect([late.status, late.problem?.message]).toEqual([null, "No complete response within 0.1 s."]);
  shop.answer = (response) => void response.writeHead(200).write("O");
  expect((await sender()(shop.url, message, { timeoutMs: 100 })).problem?.message).toMatch(/within 0.1 s/);
  const silent: ResolveHost = () => new Promise(() => {});
  const lost = await sender({ resolve: silent })("http://shop.eu/", message, { timeoutMs: 50 });
  expect(lost.problem?.message).toMatch(/within 0.05 s/);
});

test("a shop that switches to another protocol (101) has not answered, and the attempt ends", async () => {
  shop.answer = switchProtocol;
  expect(await send()).toMatchObject({ status: 101, problem: { message: "The shop answered 101." } });
});

test("an unreachable shop, or one that closes the connection, is reported with its cause", async () => {
  shop.answer = (response) => void response.destroy();
  expect((await send()).problem?.message).toMatch(/closed the connection/);
  const gone = await openTestMerchantServer();
  await gone.close();
  expect((await send(gone.url, { allowedHosts: [gone.host] })).problem?.message).toMatch(/Nothing is listening/);
});

// An attacker would gain responses of internal services, or of the cloud's metadata service.
test.each([
  ["a private address written out", () => shop.url],
  ["the same in IPv6's dress", () => shop.url.replace("127.0.0.1", "[::ffff:127.0.0.1]")],
  ["loopback as one number", () => shop.url.replace("127.0.0.1", "2130706433")],
])("%s is not connected to", async (_, urlOf) => {
  const tried = await send(urlOf(), { allowedHosts: [] });
  expect(tried.problem?.message).toMatch(/private/);
  expect(shop.received).toEqual([]);
});

test.each([
  ["a private address", ["127.0.0.1"]],
  ["a public address and a private one", ["93.184.215.14", "127.0.0.1"]],
  ["a mapped private one", ["::ffff:127.0.0.1"]],
])("a name that leads to %s is not connected to", async (_, addresses) => {
  const resolve: ResolveHost = async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const tried = await send(`http://shop.eu:${shop.host.split(":")[1]}/`, { allowedHosts: [], resolve });
  expect(tried.problem?.message).toMatch(/which is private/);
  expect(shop.received).toEqual([]);
});

test("the name is resolved once, and a later change does not redirect the connection (DNS rebinding)", async () => {
  let asked = 0;
  const resolve: ResolveHost = async () => {
    asked++;
    return [{ address: asked === 1 ? "127.0.0.1" : "169.254.169.254", family: 4 }];
  };
  const port = shop.host.split(":")[1];
  const tried = await send(`http://shop.eu:${port}/`, { allowedHosts: [`shop.eu:${port}`], resolve });
  expect(tried.problem).toBeNull();
  expect(asked).toBe(1);
  expect(shop.received[0]?.headers.host).toBe(`shop.eu:${port}`);
});

test("a name that does not resolve is reported", async () => {
  expect((await send("http://shop.eu/", { allowedHosts: [] })).problem?.message).toMatch(/can't be found/);
});
