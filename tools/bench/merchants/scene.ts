import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { createRuntime } from "#lib/app/create-runtime.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { ensureEndpoints } from "#lib/db/endpoints/connected-endpoint.ts";
import { saveIntegration, saveMerchants } from "#lib/db/lockout/credentials.ts";
import { defaultGatewayOptions } from "#lib/gateway/default-options.ts";
import { createSigner, type Signer } from "#lib/notifications/testing/sign.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { say } from "#scripts/support/say.ts";
import { benchEnvironment, fillLedger } from "../find/fill-ledger.ts";
import type { Cluster } from "../support/cluster.ts";
import type { OwnRun } from "../support/own-run.ts";
import { type BenchGateway, startGateway } from "./start-gateway.ts";

const madeBy = "the bench";
const gatewayKeyBits = 1_024;

/** A port where nothing listens. */
export const deadHost = "127.0.0.1:9";

type Keys = { SESSION_KEYS: string; VAULT_KEYS: string; secret: string };

/** An environment with its merchants on a database of its own, connected to a gateway. */
export type Scene = {
  name: string;
  url: string;
  folder: string;
  keys: Omit<Keys, "secret">;
  gateway: BenchGateway;
  pool: pg.Pool;
  slugs: readonly string[];
  /** Number of merchants and endpoints; the n-th endpoint belongs to merchant n modulo the number of merchants. */
  endpoints: readonly { id: string; sid: string }[];
  signer: Signer;
};

export type SceneOptions = {
  name: string;
  merchants: number;
  /** Number of transactions, and of notifications unless there are none; 0: nothing is stored yet. */
  rows?: number;
  withNotifications?: boolean;
  endpoints?: number;
  latencyMs?: number;
  /** Number of transactions at the gateway. */
  gatewayRows?: number;
  /** Number of merchants whose secret is wrong. */
  refused?: number;
  /** Also connects production to a host where nothing listens. */
  hasDeadIntegration?: boolean;
};

/** Creates the scene, or reuses the one that an earlier run with `--keep` filled. */
export async function openScene(run: OwnRun, cluster: Cluster, options: SceneOptions): Promise<Scene> {
  const { merchants, rows = 0, latencyMs = 0, gatewayRows = 0 } = options;
  const name = `${options.name}_${merchants}_${rows}`;
  const folder = path.join(run.folder, name);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const marker = path.join(folder, "filled");
  const isFilled = rows > 0 && (await cluster.hasDatabase(name)) && (await readFile(marker).catch(() => undefined)) !== undefined;
  const url = isFilled ? cluster.urlOf(name) : await cluster.createDatabase(name);
  const { secret, ...keys } = await readKeys(folder);
  const gateway = await startGateway(run, { name, secret, merchants, transactions: gatewayRows, latencyMs });
  const runtime = await createRuntime(loadSettings({ ...keys, DATA_DIR: folder, SANDBOX: "off" }), { databaseUrl: url });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  run.defer(() => pool.end());
  // As long as the gateway's signatures are, since each is stored.
  const signer = createSigner("bench", gatewayKeyBits);
  try {
    const merchantIds = await connect(runtime, gateway, { environment: benchEnvironment, refused: options.refused ?? 0 });
    if (options.hasDeadIntegration) await connect(runtime, toDead(gateway), { environment: "production", refused: 0 });
    const endpoints = await addEndpoints(runtime.store, { gateway, merchantIds, signer, count: options.endpoints ?? merchants });
    if (!isFilled && rows > 0) await fill({ ...options, rows, pool, vault: runtime.vault, merchantIds, endpoints });
    if (rows > 0) await markRead(pool);
    await writeFile(marker, "");
    const slugs = gateway.description.merchants.map(({ slug }) => slug);
    return { name, url, folder, keys, gateway, pool, slugs, endpoints, signer };
  } finally {
    await runtime.close();
  }
}

async function readKeys(folder: string): Promise<Keys> {
  const file = path.join(folder, "keys.json");
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as Keys;
  const random = () => randomBytes(32);
  const keys = {
    SESSION_KEYS: `b1:${random().toString("hex")}`,
    VAULT_KEYS: `b1:${random().toString("base64")}`,
    secret: random().toString("hex"),
  };
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

type Connected = { store: Store; vault: Vault };

type Connect = { environment: string; refused: number };

async function connect(
  { store, vault }: Connected,
  { description }: Pick<BenchGateway, "description">,
  { environment, refused }: Connect,
): Promise<string[]> {
  const { baseUrl, integration, merchants } = description;
  await saveIntegration(store.db, vault, {
    id: environment,
    baseUrl,
    ...integration,
    options: { zone: defaultGatewayOptions.zone },
    by: madeBy,
  });
  const inputs = merchants.map(({ slug, name, clientId, clientSecret, sid }, index) => ({
    environment,
    slug,
    name,
    clientId,
    clientSecret: index < refused ? `${clientSecret}x` : clientSecret,
    sid,
    by: madeBy,
  }));
  return (await saveMerchants(store.db, vault, inputs)).map(({ id }) => id);
}

/** A few merchants whose gateway is unreachable. */
function toDead({ description }: BenchGateway): Pick<BenchGateway, "description"> {
  return { description: { ...description, baseUrl: `http://${deadHost}`, merchants: description.merchants.slice(0, 10) } };
}

type NewEndpoints = { gateway: BenchGateway; merchantIds: readonly string[]; signer: Signer; count: number };

/** The same number for each merchant, all with one key; after the first with SIDs of their own. */
async function addEndpoints({ db }: Store, { gateway, merchantIds, signer, count }: NewEndpoints) {
  const parsed = parseCertificateInput(signer.publicKeyPem);
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  const whole = Math.ceil(count / merchantIds.length) * merchantIds.length;
  const wanted = Array.from({ length: whole }, (_, index) => {
    const place = index % merchantIds.length;
    const sid = gateway.description.merchants[place]?.sid ?? "";
    const round = Math.floor(index / merchantIds.length);
    const ownSid = round === 0 ? sid : String(Number(sid) + round * 100_000).padStart(15, "0");
    return { merchantId: merchantIds[place] ?? "", sid: ownSid, certificates: parsed.certificates };
  });
  const ensured = await ensureEndpoints(db, { environment: benchEnvironment, by: madeBy, wanted });
  return ensured.map(({ id }, index) => ({ id, sid: wanted[index]?.sid ?? "" }));
}

type Fill = Omit<SceneOptions, "endpoints"> & {
  rows: number;
  pool: pg.Pool;
  vault: Vault;
  merchantIds: readonly string[];
  endpoints: Scene["endpoints"];
};

async function fill({ rows, merchants, withNotifications = true, pool, vault, merchantIds, endpoints }: Fill): Promise<void> {
  say(`Filling ${rows.toLocaleString("en")} rows of ${merchants.toLocaleString("en")} merchants …`);
  const endpointIds = endpoints.map(({ id }) => id);
  await fillLedger({ pool, vault, merchantIds, endpointIds, rows, withNotifications });
  await pool.query(
    `insert into ledger_read (merchant_id, from_day, to_day, read_at, zone)
     select unnest($1::uuid[]), '2010-01-01', '2099-01-01', now(), $2`,
    [merchantIds, defaultGatewayOptions.zone],
  );
}

/** As if all had just been read, so that no sync runs during the measurement. */
export async function markRead(pool: pg.Pool): Promise<void> {
  await pool.query("update ledger_read set read_at = now() + interval '1 day'");
  await pool.query(
    `update ledger_sync set recent_read_at = now() + interval '1 day', history_read_at = now(), due_at = now() + interval '1 day',
       problem = null, failures = 0`,
  );
}
