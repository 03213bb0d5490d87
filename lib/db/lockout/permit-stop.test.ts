import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { errorMessage } from "#lib/core/errors.ts";
import { Secret } from "#lib/core/secret.ts";
import type { PermitLedger, PermitRequest } from "#lib/gateway/permit.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { archiveMerchant } from "../merchants/archived-merchants.ts";
import { findMerchantRow } from "../merchants/merchants.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { saveMerchant } from "./credentials.ts";
import { createPermitLedger } from "./permits.ts";

const vault = createTestVault();
let store: TestStore;
let permits: PermitLedger;
beforeAll(async () => {
  store = await createTestStore();
  permits = createPermitLedger({ db: store.db, vault });
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.pool.query("truncate identity_pair, identity_integration");
});

function requestOf(secret: string, more: Partial<PermitRequest> = {}): PermitRequest {
  const pair = { environment: "demo", kind: "session", clientId: "cli_1", clientSecret: new Secret(secret) } as const;
  const shared = { integrationClientId: "client_1", baseUrl: "http://localhost", enderClientIds: [] };
  return { ...shared, pair, mode: "automatic", ...more };
}

async function attempt(request: PermitRequest): Promise<string> {
  const answer = await permits.acquire(request);
  if (answer.kind !== "granted") throw new Error(`Not granted: ${answer.kind}.`);
  return answer.attemptId;
}

/** As if ten minutes had passed since all failed attempts. */
async function passTime(): Promise<void> {
  const ms = 600_000;
  const past = sql`(select jsonb_agg(charge || jsonb_build_object(
    'leaseUntilMs', (charge ->> 'leaseUntilMs')::numeric - ${ms}::numeric,
    'decidedAtMs', (charge ->> 'decidedAtMs')::numeric - ${ms}::numeric)) from jsonb_array_elements(failed_attempts) charge)`;
  await store.db.execute(sql`update identity_integration set failed_attempts = ${past} where failed_attempt_count > 0`);
  await store.db.execute(sql`update identity_pair set failed_attempts = ${past},
    inflight_until = inflight_until - interval '10 minutes' where failed_attempt_count > 0`);
}

async function expectShownStop(request: PermitRequest): Promise<void> {
  expect(await permits.acquire(request)).toMatchObject({ kind: "stopped", scope: "pair" });
  const { stop, lastError } = await permits.status(request);
  expect(stop).toMatchObject({ scope: "pair", cause: "unknown", release: "own_try" });
  expect(lastError?.message).toMatch(/got no clear response/);
}

test("credentials whose first sign-in was interrupted by a killed process show that they are stopped", async () => {
  const request = requestOf("sec_1");
  await attempt(request);
  await passTime();
  await expectShownStop(request);
});

test("a new secret whose first sign-in got no response shows that it is stopped", async () => {
  const before = requestOf("sec_old");
  const accepted = { kind: "ok", value: new Secret("s"), lifeMs: 60_000, scope: null } as const;
  await permits.report(before, await attempt(before), accepted);
  await store.db.execute(sql`update identity_pair set cached_until = null`);
  const request = requestOf("sec_new");
  await permits.report(request, await attempt(request), { kind: "unknown", reason: errorMessage("gateway_timeout") });
  await passTime();
  await expectShownStop(request);
});

test("a manual attempt is allowed after such a stop, and ends it", async () => {
  const request = requestOf("sec_1");
  await attempt(request);
  await passTime();
  await expectShownStop(request);
  const manualRequest = { ...request, mode: "manual" as const };
  await permits.report(manualRequest, await attempt(manualRequest), {
    kind: "ok",
    value: new Secret("s"),
    lifeMs: 60_000,
    scope: null,
  });
  expect(await permits.status(request)).toMatchObject({ stop: null, pair: { used: 0, state: "closed" } });
});

test("proven credentials in their pause are not stopped by a request to end a run", async () => {
  const request = requestOf("sec_1");
  const accepted = { kind: "ok", value: new Secret("s"), lifeMs: 60_000, scope: null } as const;
  await permits.report(request, await attempt(request), accepted);
  await store.db.execute(sql`update identity_pair set cached_until = null`);
  await permits.report(request, await attempt(request), { kind: "unknown", reason: errorMessage("gateway_timeout") });
  expect(await permits.acquire({ ...request, mode: "break_run" })).toMatchObject({ kind: "stopped" });
  expect(await permits.status(request)).toMatchObject({ stop: null, pair: { used: 1, state: "closed" } });
});

test("only proven credentials without failed attempts may follow two failures of the integration, once", async () => {
  const named = (clientId: string, more: Partial<PermitRequest> = {}) => {
    const request = requestOf("sec_1", more);
    return { ...request, pair: { ...request.pair, clientId } };
  };
  const releaseOf = async (clientId: string) => (await permits.status(named(clientId))).stop?.release;
  const refuse = async (request: PermitRequest) =>
    permits.report(request, await attempt(request), { kind: "refused", status: 400 });
  const accepted = { kind: "ok", value: new Secret("s"), lifeMs: 60_000, scope: null } as const;
  for (const clientId of ["cli_1", "cli_2"]) await permits.report(named(clientId), await attempt(named(clientId)), accepted);
  await refuse(named("cli_3"));
  expect(await releaseOf("cli_1")).toBeUndefined();
  const second = await attempt(named("cli_4"));
  expect(await releaseOf("cli_1")).toBeUndefined();
  await permits.report(named("cli_4"), second, { kind: "refused", status: 400 });
  expect([await releaseOf("cli_1"), await releaseOf("cli_5")]).toEqual(["proven_try", "reset"]);
  await refuse(named("cli_1", { mode: "release" }));
  for (const clientId of ["cli_1", "cli_2"]) {
    expect(await permits.acquire(named(clientId, { mode: "release" }))).toMatchObject({ kind: "stopped" });
  }
  expect([await releaseOf("cli_1"), await releaseOf("cli_2")]).toEqual(["own_try", "reset"]);
});

test("a waiting user delays the background only briefly, even when the clock was set back", async () => {
  await permits.status(requestOf("sec_1"));
  const wait = (seconds: number) =>
    store.db.execute(sql`update identity_integration set people_wait_until = now() + ${seconds}::int * interval '1 second'`);
  await wait(1);
  expect(await permits.acquire(requestOf("sec_1", { isBackground: true }))).toMatchObject({ reason: "integration_busy" });
  await wait(3_600);
  expect(await permits.acquire(requestOf("sec_1", { isBackground: true }))).toMatchObject({ kind: "granted" });
});

test("an archived merchant's pair gets no permit and ends no run, unless another merchant has the same pair", async () => {
  const ids: string[] = [];
  const credential = { name: "M", clientId: "cli_1", clientSecret: "sec_1", sid: null };
  const add = async (slug: string) => {
    await saveMerchant(store.db, vault, { environment: "demo", slug, ...credential, by: "a test" });
    ids.push((await findMerchantRow(store.db, "demo", slug))?.id ?? "");
  };
  await add("cafe");
  const request = requestOf("sec_1");
  const value = new Secret("session");
  await permits.report(request, await attempt(request), { kind: "ok", value, lifeMs: 300_000, scope: null });
  const clientSecret = new Secret("sec_2");
  const other = requestOf("sec_2", { pair: { ...request.pair, clientId: "cli_2", clientSecret }, enderClientIds: ["cli_1"] });
  await permits.report(other, await attempt(other), { kind: "refused", status: 400 });
  const unproven = { ...other, pair: { ...other.pair, clientId: "cli_3" } };
  expect(await permits.acquire(unproven)).toEqual({ kind: "break_run", enderClientIds: ["cli_1"] });
  for (const merchantId of ids) await archiveMerchant(store.db, { merchantId, at: new Date(), by: "a test" });
  for (const mode of ["automatic", "manual", "release", "break_run"] as const) {
    expect(await permits.acquire({ ...request, mode })).toEqual({ kind: "archived" });
  }
  expect(await permits.status(request)).toMatchObject({ pair: { used: 0 }, stop: null });
  expect(await permits.acquire(unproven)).toMatchObject({ kind: "granted" });
  await add("bar");
  expect(await permits.acquire(request)).toMatchObject({ kind: "fresh" });
});
