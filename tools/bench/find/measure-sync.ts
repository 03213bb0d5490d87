import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "#lib/core/clock.ts";
import { toDayText } from "#lib/core/days.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { requestSyncRun } from "#lib/db/ledger-sync/sync-runs.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { syncProcesses } from "#lib/ledger-sync/testing/killed-sync.ts";
import { createTestGateways, environment, type Upstream } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSyncWorker } from "#lib/services/ledger-sync/sync-worker.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import type { Cluster } from "../support/cluster.ts";
import type { OwnRun } from "../support/own-run.ts";
import { median } from "../support/percentiles.ts";
import { startSandbox } from "./start-sandbox.ts";

const ledgerDays = 900;
/** Simulated latency of a gateway in a neighbouring country. */
const distanceMs = 20;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export type LedgerSyncMeasure = {
  rows: number;
  calls: number;
  near: SyncMeasure;
  distant: SyncMeasure & { distanceMs: number };
  kills: KillMeasure;
};

/** Figures of one gateway; the median of the rounds counts. */
export type SyncMeasure = {
  syncMs: number;
  /** CPU time of this process, without PostgreSQL and the gateway. */
  cpuMs: number;
  /** The same calls one after another. */
  loopMs: number;
  /** The same calls, with the concurrency of the sync. */
  atOnceMs: number;
  /** Ratio of sync to loop in each round. */
  ratios: number[];
};
type KillMeasure = { kills: number; killsWanted: number; rows: number; missing: number; surplus: number };

type Options = { rows: number; rounds: number; kills: number; killAfterMs: number };

/**
 * The ledger sync fills an empty database from a sandbox in a process of its own; then the same calls are repeated
 * one after another, only reading and parsing their bodies, and once more with the same concurrency. Alternates
 * over several rounds; then the same with a sandbox that simulates network latency.
 */
export async function measureLedgerSync(run: OwnRun, cluster: Cluster, options: Options): Promise<LedgerSyncMeasure> {
  const { rounds } = options;
  const upstream = await startSandbox(run, options.rows);
  const fromAfar: typeof fetch = async (...given) => (await Promise.all([fetch(...given), wait(distanceMs)]))[0];
  const near = await measureSync(cluster, upstream, { rounds, name: "near", send: fetch });
  const distant = await measureSync(cluster, upstream, { rounds, name: "distant", send: fromAfar });
  const kills = await measureKills(cluster, upstream, options);
  const { rows, calls } = near;
  return { rows, calls, near, distant: { ...distant, distanceMs }, kills };
}

type From = { rounds: number; name: string; send: typeof fetch };

async function measureSync(cluster: Cluster, upstream: Upstream, { rounds, name, send }: From) {
  type Round = Omit<SyncMeasure, "ratios"> & { rows: number; calls: number };
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const app = await openFixture(await cluster.createDatabase(`sync_${name}_${round}`), upstream);
    const recorded = recorder(send);
    const cpuBefore = process.cpuUsage();
    const syncMs = await fill(app, upstream, recorded.fetch);
    const { user, system } = process.cpuUsage(cpuBefore);
    const loopMs = await callBare(recorded.calls, { atOnce: 1, send });
    const atOnceMs = await callBare(recorded.calls, { atOnce: Math.min(12, mostAtOnce(recorded.calls)), send });
    const rows = await countRows(app.store);
    await app.store.close();
    measured.push({ rows, calls: recorded.calls.length, syncMs, cpuMs: (user + system) / 1_000, loopMs, atOnceMs });
  }
  const middle = (pick: (round: Round) => number) => median(measured.map(pick));
  return {
    rows: middle(({ rows }) => rows),
    calls: middle(({ calls }) => calls),
    syncMs: middle(({ syncMs }) => syncMs),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    loopMs: middle(({ loopMs }) => loopMs),
    atOnceMs: middle(({ atOnceMs }) => atOnceMs),
    ratios: measured.map(({ syncMs, loopMs }) => syncMs / loopMs),
  };
}

type Fixture = { store: Store; vault: ReturnType<typeof createVault>; merchants: { id: string; slug: string }[] };

async function openFixture(url: string, upstream: Upstream): Promise<Fixture> {
  const store = openStore({ url, connectionsMax: 10 });
  await migrateStore(store);
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
  const merchants = [];
  for (const { slug, clientId, clientSecret } of upstream.merchants) {
    const input = { environment, slug, name: slug, clientId, clientSecret, sid: null, by: "the bench" };
    merchants.push({ slug, id: (await saveMerchant(store.db, vault, input)).id });
  }
  return { store, vault, merchants };
}

async function askForAll({ store, merchants }: Fixture, daysTotal = ledgerDays): Promise<void> {
  const today = Math.floor(Date.now() / 86_400_000);
  const days = { fromDay: toDayText(today - daysTotal + 1), toDay: toDayText(today), daysTotal };
  for (const { id: merchantId } of merchants) {
    await requestSyncRun(store.db, {
      environment,
      merchantId,
      kind: "backfill",
      ...days,
      requestedBy: "the bench",
      at: new Date(),
    });
  }
}

async function fill(app: Fixture, upstream: Upstream, fetch: typeof globalThis.fetch): Promise<number> {
  await askForAll(app);
  const { db } = app.store;
  const gateways = createTestGateways({ db, vault: app.vault, upstream, fetch });
  const worker = createSyncWorker({ db, vault: app.vault, clock: systemClock, log: silent, gateways });
  const startedAt = performance.now();
  while ((await openRuns(app.store)) > 0) {
    await worker.runOnce();
    await worker.settled();
  }
  return performance.now() - startedAt;
}

async function openRuns({ pool }: Store): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    "select count(*)::int as open from sync_run where state in ('queued', 'running')",
  );
  return rows[0]?.open ?? 0;
}

async function countRows({ pool }: Store): Promise<number> {
  const { rows } = await pool.query<{ rows: number }>("select count(*)::int as rows from transaction");
  return rows[0]?.rows ?? 0;
}

type Call = { url: string; headers: Record<string, string>; startedMs: number; endedMs: number };

/** Records each ledger request, so that it can be repeated. */
function recorder(send: typeof fetch): { fetch: typeof fetch; calls: Call[] } {
  const calls: Call[] = [];
  return {
    calls,
    fetch: async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      const startedMs = performance.now();
      const answer = await send(input, init);
      if (url.includes("/accounting/v1/transactions?")) {
        const headers = Object.fromEntries(new Headers(init?.headers).entries());
        calls.push({ url, headers, startedMs, endedMs: performance.now() });
      }
      return answer;
    },
  };
}

/** Concurrent loops that only read and parse each response. */
async function callBare(calls: readonly Call[], { atOnce, send }: { atOnce: number; send: typeof fetch }) {
  let next = 0;
  const startedAt = performance.now();
  const loop = async () => {
    for (let call = calls[next++]; call; call = calls[next++]) {
      const answer = await send(call.url, { headers: call.headers });
      await answer.json();
      if (!answer.ok) throw new Error(`A bare call answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return performance.now() - startedAt;
}

function mostAtOnce(calls: readonly Call[]): number {
  const changes = calls.flatMap(({ startedMs, endedMs }) => [
    { at: startedMs, by: 1 },
    { at: endedMs, by: -1 },
  ]);
  let [now, max] = [0, 1];
  for (const { by } of changes.toSorted((left, right) => left.at - right.at)) {
    now += by;
    max = Math.max(max, now);
  }
  return max;
}

/** Kills a sync process with -9 at random moments, and compares the resulting rows with the whole ledger. */
async function measureKills(
  cluster: Cluster,
  upstream: Upstream,
  { kills, killAfterMs }: Pick<Options, "kills" | "killAfterMs">,
): Promise<KillMeasure> {
  const url = await cluster.createDatabase("sync_killed");
  const app = await openFixture(url, upstream);
  const processes = syncProcesses({ url, upstream });
  // All merchants sign in first: after a first sign-in with an unknown outcome nothing is retried automatically.
  await askForAll(app, 1);
  await processes.run();
  await askForAll(app);
  let killed = 0;
  while (killed < kills) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, killAfterMs * (0.5 + Math.random()));
    const { wasKilled } = await processes.run(promise);
    clearTimeout(timer);
    if (!wasKilled) break;
    killed += 1;
    await app.store.pool.query("update sync_run set due_at = now() - interval '1 second' where state = 'running'");
    await app.store.pool.query("delete from ledger_lease");
  }
  await processes.run();
  const whole = await readWhole(app, upstream);
  const { rows } = await app.store.pool.query<{ name: string }>("select merchant_id || ' ' || id as name from transaction");
  await app.store.close();
  const stored = new Set(rows.map(({ name }) => name));
  const missing = [...whole].filter((name) => !stored.has(name)).length;
  return { kills: killed, killsWanted: kills, rows: stored.size, missing, surplus: rows.length - (whole.size - missing) };
}

async function readWhole({ store, vault, merchants }: Fixture, upstream: Upstream): Promise<Set<string>> {
  const gateways = createTestGateways({ db: store.db, vault, upstream });
  const names = new Set<string>();
  const today = Math.floor(Date.now() / 86_400_000);
  for (const merchant of merchants) {
    const gateway = await gateways.forMerchant({ ...merchant, environment } as Parameters<typeof gateways.forMerchant>[0]);
    for (let page = 1, more = true; more; page++) {
      const range = { from: toDayText(today - ledgerDays + 1), to: toDayText(today) };
      const { rows, hasNext } = await gateway.readTransactions({ ...range, order: "asc", page });
      for (const row of rows) names.add(`${merchant.id} ${row.id}`);
      more = hasNext;
    }
  }
  return names;
}
