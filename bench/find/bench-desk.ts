import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { systemClock } from "#lib/core/clock.ts";
import { defaultGatewayOptions } from "#lib/gateway/index.ts";
import { createRuntime } from "#lib/runtime/create-runtime.ts";
import type { Runtime } from "#lib/runtime/runtime.ts";
import { loadSettings } from "#lib/runtime/settings.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { saveIntegration, saveMerchant } from "#lib/store/credentials.ts";
import { ledgerRead } from "#lib/store/schema/transaction.ts";
import { benchEnvironment, fillLedger } from "./fill-ledger.ts";

const madeBy = "the bench";
const merchantCount = 8;

export type DeskKeys = { SESSION_KEYS: string; VAULT_KEYS: string };

/** A desk on a database of its own, filled and read a moment ago, so that no list asks a gateway. */
export type BenchDesk = {
  runtime: Runtime;
  ctx: ServiceContext;
  url: string;
  keys: DeskKeys;
  rows: number;
  slugs: readonly string[];
};

export async function openBenchDesk({ url, folder, rows }: { url: string; folder: string; rows: number }): Promise<BenchDesk> {
  const keys = { SESSION_KEYS: `b1:${randomBytes(32).toString("hex")}`, VAULT_KEYS: `b1:${randomBytes(32).toString("base64")}` };
  const settings = loadSettings({
    ...keys,
    DATA_DIR: path.join(folder, `desk-${rows}`),
    SANDBOX: "off",
    GATEWAY_HOSTS: "127.0.0.1:9",
  });
  const runtime = await createRuntime(settings, { databaseUrl: url });
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
  const merchants = await Promise.all(
    Array.from({ length: merchantCount }, async (_, at) => {
      const slug = `bench-${at}`;
      const { id } = await saveMerchant(db, runtime.vault, {
        environment: benchEnvironment,
        slug,
        name: slug,
        sid: null,
        ...credential,
      });
      return { id, slug };
    }),
  );
  // Without the desk's limit of time: a million rows take longer.
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await fillLedger({ pool, merchantIds: merchants.map(({ id }) => id), endpointId: "bench", rows });
  await pool.end();
  const readAt = new Date(Date.now() + 86_400_000);
  await db
    .insert(ledgerRead)
    .values(merchants.map(({ id }) => ({ merchantId: id, fromDay: "2010-01-01", toDay: "2099-01-01", readAt })));
  return { runtime, ctx: contextOf(runtime), url, keys, rows, slugs: merchants.map(({ slug }) => slug) };
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
      role: "admin",
      permissions: [],
      merchants: null,
      environments: ["sandbox", "demo", "production"],
      sessionIdHash: "",
      provenAt: new Date(0),
      hasSecondFactor: true,
      isPresenting: false,
      seeded: false,
    },
  };
}
