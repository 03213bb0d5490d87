import { randomBytes } from "node:crypto";
import { createRuntime } from "#lib/app/create-runtime.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { addCertificates, insertEndpoint } from "#lib/db/endpoints/endpoints.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { createEndpointId } from "#lib/notifications/endpoints/endpoint-id.ts";
import { createSigner, type Signer } from "#lib/notifications/testing/sign.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import type { Vault } from "#lib/vault/vault.ts";

export const benchSid = "000000000000099";
const madeBy = "the bench";

/** Keys that several app processes on one database share. */
type AppKeys = { SESSION_KEYS: string; VAULT_KEYS: string };

export type AppDatabase = {
  url: string;
  keys: AppKeys;
  signer: Signer;
  vault: Vault;
  /** Endpoints of one merchant with one key, so that the same signed body is a new delivery at each of them. */
  endpointIds: readonly string[];
};

function makeAppKeys(): AppKeys {
  return { SESSION_KEYS: `b1:${randomBytes(32).toString("hex")}`, VAULT_KEYS: `b1:${randomBytes(32).toString("base64")}` };
}

type NewAppDatabase = {
  url: string;
  dataDir: string;
  endpoints: number;
  signer?: Signer | undefined;
  /** Of the merchant. Its credentials are made up: where a gateway is connected, they are refused. */
  environment?: Environment | undefined;
};

/** Migrates an empty database and connects one merchant with `endpoints` endpoints, all with a key generated here. */
export async function prepareAppDatabase(options: NewAppDatabase): Promise<AppDatabase> {
  const { url, dataDir, endpoints, signer = createSigner(), environment = "demo" } = options;
  const keys = makeAppKeys();
  const runtime = await createRuntime(loadSettings({ ...keys, DATA_DIR: dataDir, SANDBOX: "off" }), { databaseUrl: url });
  try {
    const { id: merchantId } = await saveMerchant(runtime.store.db, runtime.vault, {
      environment,
      slug: "bench",
      name: "Bench",
      clientId: "bench",
      clientSecret: "bench",
      sid: benchSid,
      by: madeBy,
    });
    const endpointIds = await addEndpoints(runtime.store, {
      environment,
      merchantId,
      publicKeyPem: signer.publicKeyPem,
      count: endpoints,
    });
    return { url, keys, signer, vault: runtime.vault, endpointIds };
  } finally {
    await runtime.close();
  }
}

type NewEndpoints = { environment: Environment; merchantId: string; publicKeyPem: string; count: number };

async function addEndpoints({ db }: Store, { environment, merchantId, publicKeyPem, count }: NewEndpoints): Promise<string[]> {
  const parsed = parseCertificateInput(publicKeyPem);
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const endpoint = await insertEndpoint(db, {
      id: createEndpointId(),
      environment,
      merchantId,
      sid: benchSid,
      createdBy: madeBy,
    });
    await addCertificates(db, { endpointId: endpoint.id, certificates: parsed.certificates, by: madeBy });
    ids.push(endpoint.id);
  }
  return ids;
}
