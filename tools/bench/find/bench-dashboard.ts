import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { createRuntime } from "#lib/app/create-runtime.ts";
import type { Runtime } from "#lib/app/runtime.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { systemClock } from "#lib/core/clock.ts";
import { saveIntegration, saveMerchant } from "#lib/db/lockout/credentials.ts";
import { listMerchantRows } from "#lib/db/merchants/merchants.ts";
import { ledgerRead } from "#lib/db/schema/transaction.ts";
import { defaultGatewayOptions } from "#lib/gateway/default-options.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { benchEnvironment, fillLedger } from "./fill-ledger.ts";

const madeBy = "the bench";
const merchantCount = 8;

export type AppKeys = { SESSION_KEYS: string; VAULT_KEYS: string };

/** An app on a database of its own, filled and just synced, so that no list calls a gateway. */
export type BenchDashboard = {
  runtime: Runtime;
  ctx: ServiceContext;
  url: string;
  keys: AppKeys;
  rows: number;
  slugs: readonly string[];
};

type Place = { url: string; folder: string; rows: number; isFilled: boolean };

/** Fills the database unless an earlier run did; then reuses that run's keys. */
export async function openBenchDashboard({ url, folder, rows, isFilled }: Place): Promise<BenchDashboard> {
  const own = path.join(folder, `desk-${rows}`);
  await mkdir(own, { recursive: true, mode: 0o711 });
  const keys = await keysIn(own);
  const settings = loadSettings({ ...keys, DATA_DIR: own, SANDBOX: "off", GATEWAY_HOSTS: "127.0.0.1:9" });
  const runtime = await createRuntime(settings, { databaseUrl: url });
  if (!isFilled) await fill({ runtime, url, rows });
  const { pool, db } = runtime.store;
  await pool.query("update ledger_read set read_at = now() + interval '1 day'");
  const merchants = await listMerchantRows(db, benchEnvironment, 100);
  return { runtime, ctx: contextOf(runtime), url, keys, rows, slugs: merchants.map(({ slug }) => slug).toSorted() };
}

async function keysIn(folder: string): Promise<AppKeys> {
  const file = path.join(folder, "keys.json");
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as AppKeys;
  const keys = { SESSION_KEYS: `b1:${randomBytes(32).toString("hex")}`, VAULT_KEYS: `b1:${randomBytes(32).toString("base64")}` };
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

async function fill({ runtime, url, rows }: { runtime: Runtime; url: string; rows: number }): Promise<void> {
  const { db } = runtime.store;
  const credential = { clientId: "bench", clientSecret: "bench", by: madeBy };
  await saveIntegration(db, runtime.vault, {
    id: benchEnvironment,
    baseUrl: "http://127.0.0.1:9",
    partnerId: "bench",
    applicationId: "bench",
    options: { zone: defaultGatewayOptions.zone },
    ...credential,
  });
  const merchantIds = await Promise.all(
    Array.from({ length: merchantCount }, async (_, index) => {
      const place = { environment: benchEnvironment, slug: `bench-${index}`, name: `bench-${index}`, sid: null };
      return (await saveMerchant(db, runtime.vault, { ...place, ...credential })).id;
    }),
  );
  // Without the app's statement timeout: a million rows take longer.
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await fillLedger({ pool, vault: runtime.vault, merchantIds, endpointIds: ["b0000000-0000-4000-8000-000000000000"], rows });
  await pool.end();
  await db.insert(ledgerRead).values(
    merchantIds.map((merchantId) => {
      const days = { fromDay: "2010-01-01", toDay: "2099-01-01" };
      return { merchantId, ...days, readAt: new Date(), zone: defaultGatewayOptions.zone };
    }),
  );
}

function contextOf({ store, vault, log, gateways, settings }: Runtime): ServiceContext {
  return {
    db: store.db,
    vault,
    clock: systemClock,
    log,
    gateways,
    publicOrigin: settings.publicOrigin,
    requestId: "bench",
    peer: null,
    staff: {
      id: randomUUID(),
      email: "bench@desk.example",
      storedName: "the bench",
      role: "admin",
      permissions: [],
      merchants: null,
      environments: ["sandbox", "demo", "production"],
      sessionIdHash: "",
      authenticatedAt: new Date(0),
      hasSecondFactor: true,
      isPresenting: false,
      seeded: false,
    },
  };
}
