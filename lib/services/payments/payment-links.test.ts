import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { createTestDesk, environment, type TestDesk } from "../../mirror/testing/test-desk.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { createMemoryStorage } from "../../sandbox/memory-storage.ts";
import { createPaymentLink, getPaymentLink } from "./payment-links.ts";

let desk: TestDesk;
let sandbox: Sandbox;
beforeAll(async () => {
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  const merchants = ["corner-cafe", "slow"].map((slug) => ({ slug, clientId: "cli_1", clientSecret: "sec_1" }));
  desk = await createTestDesk({ upstream: { baseUrl: "http://127.0.0.1:9", ...pair, merchants } });
  const secret = "a secret for tests only, 32 characters and more";
  const options = { secret, storage: createMemoryStorage(), clock: systemClock, transactions: 0, live: false };
  sandbox = createSandbox({ ...options, baseUrl: "http://localhost:3000/sandbox-gateway" });
});
afterAll(() => desk.drop());

const reach = { publicOrigin: "http://localhost:3000", lanOrigin: undefined };
const at = () => ({ environment, merchant: "corner-cafe", checkout: sandbox }) as const;
const input = { amountMinor: 1234, currency: "EUR" };

test("a link opens on this machine, or in the network when a listener stands there", async () => {
  const here = await createPaymentLink(desk.ctx(), { ...at(), reach, input });
  expect(here).toMatchObject({ ...input, isInLan: false });
  expect(here.url).toMatch(/^http:\/\/localhost:3000\/sandbox-gateway\/pay\/[0-9a-f]{32}$/);
  const lanOrigin = "http://192.168.1.20:3001";
  const there = await createPaymentLink(desk.ctx(), { ...at(), reach: { ...reach, lanOrigin }, input });
  expect(there).toMatchObject({ isInLan: true, url: expect.stringMatching(/^http:\/\/192\.168\.1\.20:3001\//) });
  expect(await getPaymentLink(desk.ctx(), { ...at(), token: here.token })).toMatchObject({
    orderId: here.orderId,
    status: "pending",
    isOpen: true,
    notifications: [],
  });
});

test("there are none outside the sandbox, none of another merchant, and a viewer makes none", async () => {
  const { token } = await createPaymentLink(desk.ctx(), { ...at(), reach, input });
  const gone = { code: "not_found" };
  await expect(createPaymentLink(desk.ctx(), { ...at(), environment: "demo", reach, input })).rejects.toMatchObject(gone);
  await expect(createPaymentLink(desk.ctx(), { ...at(), checkout: undefined, reach, input })).rejects.toMatchObject(gone);
  await expect(getPaymentLink(desk.ctx(), { ...at(), merchant: "slow", token })).rejects.toMatchObject(gone);
  await expect(getPaymentLink(desk.ctx(), { ...at(), token: "0".repeat(32) })).rejects.toMatchObject(gone);
  const viewer = desk.ctx({ role: "viewer" });
  await expect(createPaymentLink(viewer, { ...at(), reach, input })).rejects.toMatchObject({ code: "forbidden" });
});

test.each([
  [{ amountMinor: 0, currency: "EUR" }, "amountMinor"],
  [{ amountMinor: 1e9, currency: "EUR" }, "amountMinor"],
  [{ amountMinor: 1, currency: "XYZ" }, "currency"],
])("%j is refused at %s", async (wrong, field) => {
  await expect(createPaymentLink(desk.ctx(), { ...at(), reach, input: wrong })).rejects.toMatchObject({
    code: "invalid_input",
    fields: [{ field }],
  });
});
