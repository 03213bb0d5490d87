import { afterAll, beforeAll, expect, test } from "vitest";
import { saveLedgerRead } from "#lib/db/ledger-sync/ledger-reads.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { toPairId } from "#lib/db/lockout/permit-rows.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import type { IdentityStatus } from "#lib/gateway/permit.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { openTestApp, type TestApp } from "./testing/test-app.ts";

const status: IdentityStatus = {
  pair: { used: 1, limit: 2, state: "open", proven: false },
  integration: { used: 1, limit: 2, inFlight: false },
  held: null,
  inFlight: false,
  lastSuccessAt: null,
  lastError: { message: "The gateway answered 400.", reason: "gateway_status", values: { status: 400 } },
  pausedUntil: null,
  stop: null,
};

/** Only the fields of the lockout guard. */
const gateways = partialGateways({
  baseUrl: "https://demo-api-gateway.mypos.com",
  zone: "Europe/Sofia",
  forMerchant: (merchant) => ({ merchant, identityStatus: async () => status }),
  integration: {
    identityStatus: async () => ({
      ...status,
      pair: { used: 0, limit: 2, state: "closed", proven: true },
      integration: { used: 1, limit: 2, inFlight: false },
    }),
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ gateways });
  await app.addMerchant("unconnected", "sandbox");
  const cafe = await app.addMerchant("corner-cafe", "demo");
  await app.addMerchant("bakery", "demo");
  const integration = {
    clientId: "cli_canary-id",
    clientSecret: "sec_canary-secret",
    partnerId: "p",
    applicationId: "a",
    options: {},
  };
  await saveIntegration(app.store.db, app.vault, {
    id: "demo",
    baseUrl: "https://demo-api-gateway.mypos.com",
    by: "test",
    ...integration,
  });
  // The gateway refused both; failed attempts are stored with the pair, not with the merchant.
  const failedAttempt = { attempt: "1", pair: "p", kind: "session" as const, sentSeq: 1, sentAtMs: 0, leaseUntilMs: 0 };
  const refused = { ...failedAttempt, outcome: "refused" as const, resultSeq: 2, decidedAtMs: 0 };
  for (const slug of ["bakery", "corner-cafe"]) {
    const id = toPairId(app.vault, { environment: "demo", kind: "session", clientId: `cli_${slug}` });
    const pair = { id, environment: "demo", kind: "session" as const, failedAttempts: [refused], state: "open" as const };
    await app.store.db.insert(identityPair).values(pair);
  }
  const readAt = new Date("2026-03-04T11:00:00Z");
  await saveLedgerRead(app.store.db, {
    merchantId: cafe,
    fromDay: "2026-03-01",
    toDay: "2026-03-03",
    readAt: new Date(0),
    zone: "UTC",
  });
  await saveLedgerRead(app.store.db, { merchantId: cafe, fromDay: "2026-03-04", toDay: "2026-03-04", readAt, zone: "UTC" });
});
afterAll(() => app.close());

test("merchants are a bare array with the guard's state and the last sync, and without credentials", async () => {
  const { cookie } = await app.addPerson();
  const answer = await app.call({ path: "/api/demo/merchants", cookie });
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual([
    {
      slug: "bakery",
      name: "bakery",
      sid: null,
      group: null,
      status: "refused",
      state: "refused",
      attemptsUsed: 1,
      lastReadAt: null,
      archivedAt: null,
    },
    {
      slug: "corner-cafe",
      name: "corner-cafe",
      sid: null,
      group: null,
      status: "refused",
      state: "refused",
      attemptsUsed: 1,
      lastReadAt: "2026-03-04T11:00:00.000Z",
      archivedAt: null,
    },
  ]);
  expect(text).not.toMatch(/cli_|sec_|canary/);
});

test("staff with a merchant list see only those, and an environment without connection has none", async () => {
  const { cookie } = await app.addPerson({ merchants: ["demo/bakery"] });
  const slugs = async (path: string) =>
    (await (await app.call({ path, cookie })).json()).map((each: { slug: string }) => each.slug);
  expect(await slugs("/api/demo/merchants")).toEqual(["bakery"]);
  const all = await app.addPerson();
  expect(await (await app.call({ path: "/api/sandbox/merchants", cookie: all.cookie })).json()).toEqual([]);
});

test("the connection returns the portal, the zone and both sign-in steps without a gateway call", async () => {
  const { cookie } = await app.addPerson();
  const answer = await app.call({ path: "/api/demo/corner-cafe/connection", cookie });
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    merchant: "corner-cafe",
    baseUrl: "https://demo-api-gateway.mypos.com",
    portalUrl: "https://demo-partners.mypos.com",
    zone: "Europe/Sofia",
    credentialSetBy: "test",
    token: { state: "none", attemptsUsed: 0, attemptsMax: 2 },
    session: { state: "refused", attemptsUsed: 1, lastError: "The gateway answered 400." },
  });
  expect(text).not.toMatch(/cli_|sec_|canary/);
});
