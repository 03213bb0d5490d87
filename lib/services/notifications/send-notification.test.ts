// @module-tag long: stores deliveries and sends them to a server.
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLog } from "#lib/app/metrics/log.ts";
import { createForwarding } from "#lib/app/notify/forwarding.ts";
import { systemClock } from "#lib/core/clock.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { delivery } from "#lib/db/schema/notification.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { answerWith, openTestMerchantServer, type TestMerchantServer } from "#lib/notifications/forwarding/testing/shop.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import type { SignedInStaff } from "../context.ts";
import { sendNotification } from "./send-notification.ts";
import { createReceiveFixture, type ReceiveFixture } from "./testing/receive-fixture.ts";

let fixture: ReceiveFixture;
let shop: TestMerchantServer;
let id: string;

beforeAll(async () => {
  [fixture, shop] = await Promise.all([createReceiveFixture(["cafe", "hotel"]), openTestMerchantServer()]);
  id = await fixture.receiveSigned("cafe", notifyEntries({ orderId: "SENT" }));
});
afterEach(() => {
  shop.received.length = 0;
  shop.answer = answerWith(200, "OK");
});
afterAll(async () => {
  await shop.close();
  await fixture.drop();
});

type Wish = { url?: string; reason?: string; merchant?: string; allowed?: string[]; addresses?: string[]; env?: "production" };

function send(
  { url = shop.url, reason = "new shop", merchant = "cafe", ...wish }: Wish = {},
  person: Partial<SignedInStaff> = {},
) {
  const { allowed = [shop.host], addresses = ["127.0.0.1"], env = environment } = wish;
  const { vault } = fixture.ctx();
  const forwarder = createForwarding({
    ...{ store: fixture.store, vault, clock: systemClock, log: createLog({ destination: { write: () => {} } }) },
    settings: { publicOrigin: "https://desk.shop.eu", forwardHosts: allowed },
    resolve: async () => addresses.map((address) => ({ address, family: 4 })),
  });
  const ctx = fixture.ctx({ role: "admin", ...person });
  return sendNotification(ctx, { environment: env, merchant, id, input: { url, reason }, forwarder });
}

const codeOf = (sending: Promise<unknown>) =>
  sending.then(
    () => "sent",
    (thrown: { code: string; fields?: { field: string; reason?: string }[] }) => [thrown.code, thrown.fields?.[0]?.field],
  );
const sentRows = async () => (await readAudit(fixture.ctx())).filter(({ act }) => act === "notification.sent");

test("the received bytes go out once, the answer is returned, and neither the delivery nor forwarding changes", async () => {
  const { db } = fixture.store;
  const rows = () => db.select().from(delivery).where(eq(delivery.id, id));
  const before = await rows();
  shop.answer = answerWith(422, `no such order ${"x".repeat(5_000)}`);
  const sent = await send({ url: `${shop.url}?key=secret` });
  expect(sent).toMatchObject({ status: 422, problem: expect.stringMatching(/422/), url: `${shop.url}?…` });
  expect(sent.answer).toMatch(/^no such order/);
  expect(sent.answer?.length).toBeLessThanOrEqual(200);
  expect(shop.received).toHaveLength(1);
  expect(shop.received[0]?.body.toString()).toContain("OrderID=SENT");
  expect(await rows()).toEqual(before);
  expect(await db.select().from(forward)).toEqual([]);
  expect(await sentRows()).toMatchObject([
    { target: id, merchant: "cafe", detail: { reason: "new shop", url: `${shop.url}?…` } },
  ]);
});

test("a redirect is not followed", async () => {
  shop.answer = answerWith(302, "", { location: `${shop.url}/elsewhere` });
  expect(await send()).toMatchObject({ status: 302, problem: expect.stringMatching(/redirect/) });
  expect(shop.received).toHaveLength(1);
});

// An attacker with an administrator's session would gain responses of internal services, or carry customers' data off.
test.each<[string, Wish, Partial<SignedInStaff>, unknown]>([
  ["a private address", { url: "https://127.0.0.1/" }, {}, ["invalid_input", "url"]],
  [
    "a name of a private address",
    { url: "https://shop.eu/", addresses: ["93.184.215.14", "10.0.0.5"] },
    {},
    ["invalid_input", "url"],
  ],
  ["plain http, also in the sandbox", { url: "http://shop.eu/", addresses: ["93.184.215.14"] }, {}, ["invalid_input", "url"]],
  ["our own address", { url: "https://desk.shop.eu/api/notify/x" }, {}, ["invalid_input", "url"]],
  ["a shop that is not in FORWARD_HOSTS", { allowed: [] }, {}, ["invalid_input", "url"]],
  ["no reason", { reason: " " }, {}, ["invalid_input", "reason"]],
  ["an old sign-in", {}, { authenticatedAt: new Date(Date.now() - 11 * 60_000) }, ["proof_required", undefined]],
  ["a shared screen", {}, { isPresenting: true }, ["presenting", undefined]],
  ["support", {}, { role: "support" }, ["forbidden", undefined]],
  ["another merchant", { merchant: "hotel" }, {}, ["not_found", undefined]],
  ["production", { env: "production" }, { environments: ["production"] }, ["not_found", undefined]],
])("%s sends nothing and leaves no audit row", async (_, wish, person, code) => {
  const before = await sentRows();
  expect(await codeOf(send(wish, person))).toEqual(code);
  expect(shop.received).toEqual([]);
  expect(await sentRows()).toEqual(before);
});
