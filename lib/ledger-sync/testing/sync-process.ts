import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#lib/core/clock.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { createSyncWorker } from "#lib/services/ledger-sync/sync-worker.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createTestGateways, type Upstream } from "./test-fixture.ts";

/** A process that works on sync runs until none is left; for tests that kill it. `upstream` as JSON. */
const [url = "", upstream = "", vaultKey = ""] = process.argv.slice(2);
const store = openStore({ url, connectionsMax: 8 });
const key = Buffer.from(vaultKey, "hex");
const vault = createVault({
  wrappers: [createLocalWrapper({ id: "1", key })],
  hashSecret: key.length > 0 ? key : randomBytes(32),
});
const gateways = createTestGateways({ db: store.db, vault, upstream: JSON.parse(upstream) as Upstream });
const log = { info: () => {}, warn: () => {}, error: () => {} };
const worker = createSyncWorker({ db: store.db, vault, clock: systemClock, log, gateways });

for (;;) {
  await worker.runOnce();
  await worker.settled();
  const { rows } = await store.pool.query("select from sync_run where state in ('queued', 'running')");
  if (rows.length === 0) break;
  await sleep(50);
}
await store.close();
