import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
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
afterAll(async () => {
  await fixture.drop();
  await served.close();
});

test("an integration whose secret the gateway refuses is one alert without a merchant, until it signs in", async () => {
  const { integration, merchants } = served.sandbox.describe();
  const right = { baseUrl: served.url, ...integration, merchants };
  fixture = await createTestFixture({ upstream: { ...right, clientSecret: "wrong" } });
  await fixture.store.db.execute(sql`insert into environment (id, base_url, partner_id, application_id, client_id, client_secret,
    credential_fingerprint, credential_set_by, updated_by) values (${environment}, '', '', '', '', '', '', 'test', 'test')`);
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
