// @module-tag long: kills processes, or keeps one busy.

import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ErrorCode, isAppError, isRetryable } from "#lib/core/errors.ts";
import { Secret } from "#lib/core/secret.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { openConnections } from "#lib/db/testing/open-connections.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createGateway } from "./create-gateway.ts";
import { defaultGatewayOptions } from "./default-options.ts";
import type { Gateway } from "./gateway.ts";
import type { PermitLedger } from "./permit.ts";

const vault = createTestVault();
const merchants = Array.from({ length: 200 }, (_, at) => `cli_${at}`);
const timeoutMs = 1_000;

let direct: TestStore;
let store: Store;
let thread: Worker | undefined;
beforeEach(async () => {
  direct = await createTestStore();
  store = openStore({ url: direct.url, connectionsMax: 3, connectMs: 500 });
  await openConnections(store);
});
afterEach(async () => {
  await thread?.terminate();
  await store.close();
  await direct.drop();
});

type TestGateway = { refused?: readonly string[]; answerAfterMs?: number };

async function startGateway({ refused = [], answerAfterMs = 0 }: TestGateway = {}): Promise<string> {
  const workerData = { refused, answerAfterMs };
  const worker = new Worker(new URL("./testing/gateway-thread.ts", import.meta.url), { workerData });
  thread = worker;
  const port = await new Promise<number>((resolve) => worker.once("message", resolve));
  return `http://127.0.0.1:${port}`;
}

function openGateway(baseUrl: string, permits: PermitLedger = createPermitLedger({ db: store.db, vault })): Gateway {
  return createGateway({
    environment: {
      id: "demo",
      baseUrl,
      partnerId: "mps-p-1",
      applicationId: "mps-app-1",
      clientId: "client_1",
      clientSecret: new Secret("secret_1"),
      options: { ...defaultGatewayOptions, timeoutMs },
    },
    permits,
    allowedHosts: [new URL(baseUrl).host],
  });
}

const merchantOf = (gateway: Gateway, id: string) =>
  gateway.forMerchant({ id, slug: id, clientId: id, clientSecret: new Secret("sec_1") });

/** Outcomes of the merchants' sign-ins; the event loop is blocked repeatedly as they start. */
async function readAll(gateway: Gateway, { blockMs }: { blockMs: number }): Promise<Set<string>> {
  const reading = Promise.all(merchants.map((id) => codeOf(merchantOf(gateway, id).readTransactions({ page: 1 }))));
  for (let times = 0; times < 4; times++) {
    block(blockMs);
    await delay(20);
  }
  return new Set(await reading);
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no error";
  } catch (thrown) {
    if (isAppError(thrown)) return thrown.code;
    throw thrown;
  }
}

async function failedAttemptsOf(): Promise<{ integration: number; pairs: number }> {
  const { rows } = await direct.pool.query(`select
    (select coalesce(sum(failed_attempt_count), 0)::int from identity_integration) as integration,
    (select count(*)::int from identity_pair where failed_attempt_count > 0 or state = 'open') as pairs`);
  return rows[0];
}

const blocking = { meta: { slow: "Holds up the event loop for longer than a call may take." } };

describe("two hundred cold requests at once, few connections, and a blocked event loop", blocking, () => {
  test("no sign-in that the gateway accepted counts as failed", async () => {
    const gateway = openGateway(await startGateway());
    const codes = await readAll(gateway, { blockMs: 1.5 * timeoutMs });
    expect([...codes].filter((code) => code !== "no error" && !isRetryable(code as ErrorCode))).toEqual([]);
    expect(await failedAttemptsOf()).toEqual({ integration: 0, pairs: 0 });
  });

  test("each refused one is counted once", async () => {
    const baseUrl = await startGateway({ refused: ["cli_1"] });
    const gateway = openGateway(baseUrl);
    await merchantOf(gateway, "cli_0").signIn();
    await readAll(gateway, { blockMs: 1.5 * timeoutMs });
    await expect.poll(() => codeOf(merchantOf(gateway, "cli_1").signIn())).toBe("merchant_refused");
    expect(await (await fetch(`${baseUrl}/counts`)).json()).toMatchObject({ refused: 1 });
    const status = await merchantOf(gateway, "cli_1").identityStatus();
    expect(status.pair.used).toBe(1);
    expect(status.stop).toMatchObject({ scope: "pair", cause: "refused", release: "own_try" });
  });
});

describe("a delayed process", () => {
  test("reads a response that arrived before it checks its clock", blocking, async () => {
    const baseUrl = await startGateway({ answerAfterMs: timeoutMs / 2 });
    const gateway = openGateway(baseUrl);
    const signingIn = merchantOf(gateway, "cli_0").signIn();
    await expect.poll(async () => (await countsOf(baseUrl)).token).toBe(1);
    block(2 * timeoutMs);
    await signingIn;
    expect(await failedAttemptsOf()).toEqual({ integration: 0, pairs: 0 });
  });

  test("caches an outcome that the database cannot store, uses the session, and starts no sign-in before it is stored", async () => {
    const permits = createPermitLedger({ db: store.db, vault });
    const gateway = openGateway(await startGateway(), permits);
    await gateway.signIn();
    let isAway = false;
    const transaction = store.db.transaction.bind(store.db);
    store.db.transaction = (work, config) => (isAway ? Promise.reject(new Error("away")) : transaction(work, config));
    const acquire = permits.acquire;
    permits.acquire = async (request) => {
      const answer = await acquire(request);
      isAway = answer.kind === "granted";
      return answer;
    };
    await merchantOf(gateway, "cli_1").signIn();
    expect(await failedAttemptsOf()).toEqual({ integration: 1, pairs: 1 });
    expect(await codeOf(merchantOf(gateway, "cli_2").signIn())).toBe("store_unavailable");
    isAway = false;
    await expect.poll(failedAttemptsOf).toEqual({ integration: 0, pairs: 0 });
    await merchantOf(gateway, "cli_2").signIn();
  });
});

async function countsOf(baseUrl: string): Promise<{ token: number; sessions: number; refused: number }> {
  return (await fetch(`${baseUrl}/counts`)).json() as Promise<{ token: number; sessions: number; refused: number }>;
}
