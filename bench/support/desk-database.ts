import { randomBytes } from "node:crypto";
import { parseCertificateInput } from "#lib/notify/certificate.ts";
import { createEndpointId } from "#lib/notify/endpoint-id.ts";
import { createSigner, type Signer } from "#lib/notify/testing/sign.ts";
import { createRuntime } from "#lib/runtime/create-runtime.ts";
import { loadSettings } from "#lib/runtime/settings.ts";
import { saveMerchant } from "#lib/store/credentials.ts";
import { addCertificates, insertEndpoint } from "#lib/store/endpoints.ts";
import type { Store } from "#lib/store/open-store.ts";
import type { Vault } from "#lib/vault/vault.ts";

export const benchSid = "000000000000099";
const madeBy = "the bench";

/** Keys that several app processes on one database share. */
type DeskKeys = { SESSION_KEYS: string; VAULT_KEYS: string };

export type DeskDatabase = {
  url: string;
  keys: DeskKeys;
  signer: Signer;
  vault: Vault;
  /** Addresses of one merchant and one key, so that one signed body is another delivery at each of them. */
  endpointIds: readonly string[];
};

function makeDeskKeys(): DeskKeys {
  return { SESSION_KEYS: `b1:${randomBytes(32).toString("hex")}`, VAULT_KEYS: `b1:${randomBytes(32).toString("base64")}` };
}

type NewDeskDatabase = { url: string; dataDir: string; endpoints: number; signer?: Signer };

/** Migrates an empty database and connects one merchant with `endpoints` addresses, all holding a key made here. */
export async function prepareDeskDatabase(options: NewDeskDatabase): Promise<DeskDatabase> {
  const { url, dataDir, endpoints, signer = createSigner() } = options;
  const keys = makeDeskKeys();
  const runtime = await createRuntime(loadSettings({ ...keys, DATA_DIR: dataDir, SANDBOX: "off" }), { databaseUrl: url });
  try {
    const { id: merchantId } = await saveMerchant(runtime.store.db, runtime.vault, {
      environment: "demo",
      slug: "bench",
      name: "Bench",
      clientId: "bench",
      clientSecret: "bench",
      sid: benchSid,
      by: madeBy,
    });
    const endpointIds = await addEndpoints(runtime.store, { merchantId, publicKeyPem: signer.publicKeyPem, count: endpoints });
    return { url, keys, signer, vault: runtime.vault, endpointIds };
  } finally {
    await runtime.close();
  }
}

type NewEndpoints = { merchantId: string; publicKeyPem: string; count: number };

async function addEndpoints({ db }: Store, { merchantId, publicKeyPem, count }: NewEndpoints): Promise<string[]> {
  const parsed = parseCertificateInput(publicKeyPem);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const endpoint = await insertEndpoint(db, {
      id: createEndpointId(),
      environment: "demo",
      merchantId,
      sid: benchSid,
      createdBy: madeBy,
    });
    await addCertificates(db, { endpointId: endpoint.id, certificates: parsed.certificates, by: madeBy });
    ids.push(endpoint.id);
  }
  return ids;
}
