import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSandbox, type Sandbox } from "#lib/sandbox/create-sandbox.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { createPaymentLink, getPaymentLink } from "./payment-links.ts";
import { refundPaymentLink } from "./refund-payment-link.ts";

let fixture: TestFixture;
let sandbox: Sandbox;
beforeAll(async () => {
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  const merchants = ["corner-cafe", "slow"].map((slug) => ({ slug, clientId: "cli_1", clientSecret: "sec_1" }));
  fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", ...pair, merchants } });
  const secret = "a secret for tests only, 32 characters and more";
  const options = {
    secret,
    storage: createMemoryStorage(),
    clock: systemClock,
    transactions: 0,
    live: false,
    fetch: async () => new Response("OK"),
  };
  sandbox = createSandbox({ ...options, baseUrl: "http://localhost:3000/sandbox-gateway" });
  const shop = "http://shop.test";
  await sandbox.setStore("corner-cafe", { urlNotify: shop, urlOk: shop, urlCancel: shop });
});
afterAll(() => fixture.drop());

const reach = { publicOrigin: "http://localhost:3000", lanOrigin: undefined };
const at = () => ({ environment, merchant: "corner-cafe", checkout: sandbox }) as const;
const input = { amountMinor: 1234, currency: "EUR" };

test("a link opens on this machine, or in the local network when a listener exists", async () => {
  const here = await createPaymentLink(fixture.ctx(), { ...at(), reach, input });
  expect(here).toMatchObject({ ...input, isInLan: false });
  expect(here.url).toMatch(/^http:\/\/localhost:3000\/sandbox-gateway\/pay\/[0-9a-f]{32}$/);
  const lanOrigin = "http://192.168.1.20:3001";
  const there = await createPaymentLink(fixture.ctx(), { ...at(), reach: { ...reach, lanOrigin }, input });
  expect(there).toMatchObject({ isInLan: true, url: expect.stringMatching(/^http:\/\/192\.168\.1\.20:3001\//) });
  expect(await getPaymentLink(fixture.ctx(), { ...at(), reach, token: here.token })).toMatchObject({
    orderId: here.orderId,
    status: "pending",
    isOpen: true,
    notifications: [],
  });
});

test("there are none outside the sandbox, none of another merchant, and a viewer creates none", async () => {
  const { token } = await createPaymentLink(fixture.ctx(), { ...at(), reach, input });
  const notFound = { code: "not_found" };
  await expect(createPaymentLink(fixture.ctx(), { ...at(), environment: "demo", reach, input })).rejects.toMatchObject(notFound);
  await expect(createPaymentLink(fixture.ctx(), { ...at(), checkout: undefined, reach, input })).rejects.toMatchObject(notFound);
  await expect(getPaymentLink(fixture.ctx(), { ...at(), merchant: "slow", reach, token })).rejects.toMatchObject(notFound);
  await expect(getPaymentLink(fixture.ctx(), { ...at(), reach, token: "0".repeat(32) })).rejects.toMatchObject(notFound);
  const viewer = fixture.ctx({ role: "viewer" });
  await expect(createPaymentLink(viewer, { ...at(), reach, input })).rejects.toMatchObject({ code: "forbidden" });
});

test.each([
  [{ amountMinor: 0, currency: "EUR" }, "amountMinor"],
  [{ amountMinor: 1e9, currency: "EUR" }, "amountMinor"],
  [{ amountMinor: 1, currency: "XYZ" }, "currency"],
  [{ amountMinor: 1, currency: "JPY" }, "currency"],
])("%j is refused at %s", async (wrong, field) => {
  await expect(createPaymentLink(fixture.ctx(), { ...at(), reach, input: wrong })).rejects.toMatchObject({
    code: "invalid_input",
    fields: [{ field }],
  });
});

test("a paid link's order is refunded once, with the refund permission; a larger one needs re-authentication", async () => {
  const question = (token: string, reason = "Returned") => ({ ...at(), token, input: { reason } });
  const link = async (amountMinor: number) =>
    (await createPaymentLink(fixture.ctx(), { ...at(), reach, input: { amountMinor, currency: "EUR" } })).token;
  const pay = (token: string) =>
    sandbox.handle(
      new Request(`http://localhost:3000/sandbox-gateway/pay/${token}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "act=pay&method=visa",
      }),
    );
  const [small, large] = await Promise.all([link(1234), link(10_000)]);
  await expect(refundPaymentLink(fixture.ctx(), question(small))).rejects.toMatchObject({ code: "conflict" });
  await Promise.all([pay(small), pay(large)]);
  await expect(refundPaymentLink(fixture.ctx({ permissions: [] }), question(small))).rejects.toMatchObject({ code: "forbidden" });
  await expect(refundPaymentLink(fixture.ctx(), question(small, ""))).rejects.toMatchObject({ code: "invalid_input" });
  const twice = await Promise.allSettled([1, 2].map(() => refundPaymentLink(fixture.ctx(), question(small))));
  expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const state = await getPaymentLink(fixture.ctx(), { ...at(), reach, token: small });
  expect(state).toMatchObject({ status: "refunded", trnref: expect.stringMatching(/^\d+$/) });
  const stale = fixture.ctx({ authenticatedAt: new Date(0) });
  await expect(refundPaymentLink(stale, question(large))).rejects.toMatchObject({ code: "proof_required" });
  const next = await link(8_800);
  await pay(next);
  await expect(refundPaymentLink(stale, question(next))).rejects.toMatchObject({ code: "proof_required" });
});
