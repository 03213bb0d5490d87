import { systemClock } from "#lib/core/clock.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createLog } from "../metrics/log.ts";
import { createForwarding } from "../notify/forwarding.ts";

// A process that only forwards notifications, to be killed by a test. Its lease is short, so that another continues soon.
const { DATABASE = "", VAULT_KEY = "", SHOP = "" } = process.env;
const key = Buffer.from(VAULT_KEY, "base64");
createForwarding({
  store: openStore({ url: DATABASE, connectionsMax: 2 }),
  vault: createVault({ wrappers: [createLocalWrapper({ id: "k1", key })], hashSecret: key }),
  clock: systemClock,
  log: createLog({ destination: { write: () => {} } }),
  settings: { publicOrigin: "http://localhost:3000", forwardHosts: [SHOP] },
  limits: { pollMs: 50, leaseMs: 1_500, tryMs: 1_000 },
}).start();
// Needed because the worker's own timer does not keep the process alive.
setInterval(() => {}, 60_000);
