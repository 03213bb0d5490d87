import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import { openVault } from "#lib/app/open-vault.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { systemClock } from "#lib/core/clock.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { findMerchantRow } from "#lib/db/merchants/merchants.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import type { SandboxStats } from "#lib/sandbox/control/stats.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import type { SandboxSettings } from "#lib/sandbox/settings.ts";
import type { GatewayDirectory } from "#lib/services/context.ts";
import { connectEnvironment } from "#lib/services/environments/connect-environment.ts";
import { type AppProcess, startApp } from "../app-process.ts";
import type { OwnRun } from "../own-run.ts";

type Merchant = Awaited<ReturnType<GatewayDirectory["forMerchant"]>>;

/** A gateway that counts, a database connected to it, and callers in processes of their own. */
export type LockScene = {
  good: readonly string[];
  refused: readonly string[];
  startCaller(options: { callers: number; rounds?: number; pauseMs: number }): AppProcess;
  stats(): Promise<SandboxStats>;
  /** Restarts the gateway: every earlier token and session becomes invalid. */
  restartGateway(): Promise<void>;
  /** As for a user of the dashboard, from this process. */
  merchant(slug: string): Promise<Merchant>;
  /** Outcomes reported by all callers so far: "{slug} {outcome}" and their number. */
  told(): Promise<Map<string, number>>;
};

type Options = { name: string; databaseUrl: string; refused: number; sandbox: Partial<SandboxSettings>; slugs: number };

export async function openLockScene(own: OwnRun, options: Options): Promise<LockScene> {
  const { databaseUrl, name } = options;
  const served = await serveSandbox({
    port: 0,
    secret: randomBytes(24).toString("hex"),
    storage: createMemoryStorage(),
    clock: systemClock,
    transactions: 0,
    live: false,
    settings: options.sandbox,
  });
  own.defer(() => served.close());
  const { integration, merchants, controlKey } = served.sandbox.describe();
  const control = (method: "GET" | "POST", name: string) =>
    fetch(`${served.url}/control/${name}`, { method, headers: { "x-control-key": controlKey } });
  const chosen = merchants.filter(({ slug }) => slug !== "refused").slice(0, options.slugs);
  const refused = chosen.slice(0, options.refused).map(({ slug }) => slug);
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: own.folder,
    SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
    VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    GATEWAY_HOSTS: new URL(served.url).host,
  };
  const settings = loadSettings(env);
  const store = openStore({ url: databaseUrl, connectionsMax: 4 });
  own.defer(() => store.close());
  await migrateStore(store);
  const vault = await openVault(store, settings.vaultKeys);
  const allowedHosts = settings.gatewayHosts;
  const connect = {
    db: store.db,
    vault,
    clock: systemClock,
    allowedHosts,
    by: "the bench",
  };
  await connectEnvironment(connect, "demo", {
    baseUrl: served.url,
    ...integration,
    merchants: chosen.map(({ slug, name: title, clientId, clientSecret }) => ({
      slug,
      name: title,
      clientId,
      clientSecret: refused.includes(slug) ? `sec_${randomBytes(30).toString("hex")}` : clientSecret,
    })),
  });
  const permits = createPermitLedger({ db: store.db, vault });
  const gateways = createGatewayDirectory({ store, vault, clock: systemClock, permits, allowedHosts, onCall: () => {} });
  const logFile = path.join(own.folder, `${name}-callers.log`);
  return {
    good: chosen.map(({ slug }) => slug).filter((slug) => !refused.includes(slug)),
    refused,
    startCaller({ callers, rounds, pauseMs }) {
      const told = { CALLERS: String(callers), PAUSE_MS: String(pauseMs), ...(rounds ? { ROUNDS: String(rounds) } : {}) };
      const app = startApp({ program: "tools/bench/support/lock/caller.ts", env: { ...env, ...told }, logFile });
      own.defer(() => app.kill("SIGKILL"));
      return app;
    },
    stats: async () => (await (await control("GET", "stats")).json()) as SandboxStats,
    restartGateway: async () => {
      for (const name of ["expire-tokens", "expire-sessions"]) await control("POST", name);
    },
    async merchant(slug) {
      const row = await findMerchantRow(store.db, "demo", slug);
      if (!row) throw new Error(`${slug} is not connected.`);
      return gateways.forMerchant(row);
    },
    told: async () => countTold(await readFile(logFile, "utf8").catch(() => "")),
  };
}

/** A killed process may leave an incomplete line behind. */
function countTold(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n").filter((item) => item.startsWith("{") && item.endsWith("}"))) {
    for (const [key, count] of Object.entries(JSON.parse(line) as Record<string, number>)) {
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  }
  return counts;
}
