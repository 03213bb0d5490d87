import { afterEach, beforeEach, expect, test } from "vitest";
import { type DatabaseProxy, openDatabaseProxy } from "#lib/app/testing/database-proxy.ts";
import { Secret } from "#lib/core/secret.ts";
import type { Outcome, PermitLedger, PermitRequest } from "#lib/gateway/permit.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { openStore, type Store } from "../connection/open-store.ts";
import { openConnections } from "../testing/open-connections.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { createPermitLedger } from "./permits.ts";

const vault = createTestVault();
const accepted: Outcome = { kind: "ok", value: new Secret("token"), lifeMs: 60_000, scope: null };

let direct: TestStore;
let proxy: DatabaseProxy;
let store: Store;
let problems: unknown[];
beforeEach(async () => {
  direct = await createTestStore();
  proxy = await openDatabaseProxy(direct.url);
  store = openStore({ url: proxy.url, connectMs: 300, statementMs: 300, answerMs: 200 });
  await openConnections(store);
  problems = [];
});
afterEach(async () => {
  await store.close();
  await proxy.close();
  await direct.drop();
});

function openPermits({ closeWithinMs }: { closeWithinMs?: number } = {}): PermitLedger {
  return createPermitLedger({ db: store.db, vault, onKept: (cause) => problems.push(cause), closeWithinMs });
}

function requestOf(clientId: string): PermitRequest {
  const pair = { environment: "demo", kind: "token", clientId, clientSecret: new Secret("secret") } as const;
  return { integrationClientId: clientId, pair, baseUrl: "http://localhost", mode: "automatic", enderClientIds: [] };
}

async function attempt(permits: PermitLedger, request: PermitRequest): Promise<string> {
  const answer = await permits.acquire(request);
  if (answer.kind !== "granted") throw new Error(`Not granted: ${answer.kind}.`);
  return answer.attemptId;
}

async function usedOf(request: PermitRequest): Promise<number> {
  return (await createPermitLedger({ db: direct.db, vault }).status(request)).pair.used;
}

test("an outcome that the database rejected is written before shutdown", async () => {
  const permits = openPermits();
  const request = requestOf("client");
  const attemptId = await attempt(permits, request);
  proxy.cut();
  await permits.report(request, attemptId, accepted);
  expect(problems).toHaveLength(1);
  expect(await usedOf(request)).toBe(1);
  proxy.restore();
  await permits.close();
  expect(await usedOf(request)).toBe(0);
});

test("shutdown waits for a sign-in in progress, and permits no further ones", async () => {
  const permits = openPermits();
  const request = requestOf("client");
  const attemptId = await attempt(permits, request);
  const closing = permits.close();
  await expect(permits.acquire(requestOf("other"))).rejects.toMatchObject({ code: "shutting_down" });
  await permits.report(request, attemptId, accepted);
  await closing;
  expect(await usedOf(request)).toBe(0);
});

test("shutdown does not wait for a database that stays unreachable", async () => {
  const permits = openPermits({ closeWithinMs: 100 });
  const request = requestOf("client");
  const attemptId = await attempt(permits, request);
  proxy.cut();
  await permits.report(request, attemptId, accepted);
  await permits.close();
  expect(await usedOf(request)).toBe(1);
});

test("an outcome that the database always rejects blocks only its own integration", async () => {
  const permits = openPermits();
  const [poisoned, fine] = [requestOf("poisoned"), requestOf("fine")];
  const attempts = [await attempt(permits, poisoned), await attempt(permits, fine)] as const;
  proxy.cut();
  // PostgreSQL rejects text with a NUL character.
  await permits.report(poisoned, attempts[0], { ...accepted, scope: "read\0write" });
  await permits.report(fine, attempts[1], accepted);
  proxy.restore();
  await expect.poll(() => usedOf(fine)).toBe(0);
  expect(await permits.acquire(fine)).toMatchObject({ kind: "fresh" });
  await expect(permits.acquire(poisoned)).rejects.toMatchObject({ code: "store_unavailable" });
});
