import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { createTestFixture, createTestGateways, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { type ServedSandbox, serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import { evaluateAlerts } from "./evaluate-alerts.ts";
import { listAlerts } from "./list-alerts.ts";

let served: ServedSandbox;
let fixture: TestFixture;
beforeAll(async () => {
  const secret = "a secret for tests only, 32 characters and more";
  const common = { secret, storage: createMemoryStorage(), clock: systemClock, transactions: 10, live: false };
  served = await serveSandbox({ port: 0, ...common });
});
afterAll(() => served.close());
afterEach(() => fixture.drop());

/** Connects these environments, all with the fixture's gateway. */
async function connect(...ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await fixture.store.db.execute(sql`insert into environment (id, base_url, partner_id, application_id, client_id, client_secret,
      credential_fingerprint, credential_set_by, updated_by) values (${id}, '', '', '', '', '', '', 'test', 'test')`);
}

test("an integration whose secret the gateway refuses is one alert without a merchant, until it signs in", async () => {
  const { integration, merchants } = served.sandbox.describe();
  const right = { baseUrl: served.url, ...integration, merchants };
  fixture = await createTestFixture({ upstream: { ...right, clientSecret: "wrong" } });
  await connect(environment);
  const shown = async (role: "admin" | "viewer" = "admin") => {
    const { items } = await listAlerts(fixture.ctx({ role }), { environment, input: {} });
    return items.filter(({ rule }) => rule === "merchant_stopped").map(({ merchant, count, href }) => [merchant, count, href]);
  };
  await evaluateAlerts(fixture.ctx());
  expect(await shown()).toEqual([]);
  await (await fixture.ctx().gateways.integration(environment)).signIn().catch(() => {});
  await evaluateAlerts(fixture.ctx());
  await evaluateAlerts(fixture.ctx());
  expect(await shown()).toEqual([[undefined, 1, "/sandbox/settings/connection"]]);
  expect(await shown("viewer")).toEqual([[undefined, 1, "/sandbox"]]);
  const { db, vault } = fixture.ctx();
  const gateways = createTestGateways({ db, vault, upstream: right, options: {} });
  await (await gateways.integration(environment)).tryOnceMore("manual");
  await evaluateAlerts({ ...fixture.ctx(), gateways });
  expect(await shown()).toEqual([]);
});

test("an integration that cannot be opened keeps its alert, and hides neither its merchants' nor another environment's", async () => {
  const { integration, merchants } = served.sandbox.describe();
  const upstream = { baseUrl: served.url, ...integration, merchants, clientSecret: "wrong" };
  fixture = await createTestFixture({ upstream });
  await connect(environment, "demo");
  const ctx = fixture.ctx();
  await (await ctx.gateways.integration(environment)).signIn().catch(() => {});
  const logged: unknown[] = [];
  const log = { ...ctx.log, error: (fields: object) => void logged.push(fields) };
  /** In these environments the integration's credential does not open. */
  const evaluate = (...failing: readonly string[]) =>
    evaluateAlerts({
      ...{ ...ctx, log },
      gateways: {
        ...ctx.gateways,
        integration: async (id) => {
          if (failing.includes(id)) throw new Error("The value does not open with this key.");
          return ctx.gateways.integration(id);
        },
      },
    });
  const shown = async () => {
    const { items } = await listAlerts(ctx, { environment, input: {} });
    return items.map(({ rule, merchant }) => [rule, merchant]).toSorted();
  };
  await evaluate("demo");
  const ofIntegration = ["merchant_stopped", undefined];
  expect(await shown()).toEqual([ofIntegration]);

  const [slug = ""] = merchants.map((merchant) => merchant.slug);
  await ctx.db.insert(identityPair).values({ id: "pair", environment, kind: "session", state: "open", lastErrorAt: new Date() });
  await ctx.db.update(merchant).set({ pairId: "pair" }).where(eq(merchant.slug, slug));
  await evaluate(environment, "demo");
  expect(await shown()).toEqual([["merchant_stopped", slug], ofIntegration].toSorted());
  await ctx.db.update(identityPair).set({ state: "closed" }).where(eq(identityPair.id, "pair"));
  await evaluate(environment, "demo");
  expect(await shown()).toEqual([ofIntegration]);
  const logs = ["demo", environment, "demo", environment, "demo"].map((failed) => ({
    rule: "merchant_stopped",
    environment: failed,
  }));
  expect(logged).toMatchObject(logs);
});
