import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { endpointAddresses } from "../core/endpoint-addresses.ts";
import { type NotifyCertificate, parseCertificateInput } from "../notify/certificate.ts";
import type { NotifyKeys, Sandbox, SandboxDescription } from "../sandbox/create-sandbox.ts";
import { seedStaff } from "../services/staff/seed-staff.ts";
import { ensureEndpoints } from "../store/connected-endpoint.ts";
import { saveIntegration, saveMerchants } from "../store/credentials.ts";
import type { Store, Transaction } from "../store/open-store.ts";
import { withTransactionLock } from "../store/transaction-lock.ts";
import type { Vault } from "../vault/vault.ts";
import type { SignIn } from "./runtime.ts";
import type { Settings } from "./settings.ts";

const seedLock = 4_242_003;
const seededBy = "the sandbox";

type Options = { settings: Settings; store: Store; vault: Vault; sandbox: Sandbox };

/**
 * The sandbox environment, its merchants, their endpoints and the seeded staff; what is there already stays.
 * Writes `$DATA_DIR/sign-in.json` (mode 0600, docs/api.md) and returns the seeded sign-ins.
 */
export async function seedSandbox(options: Options): Promise<SignIn[]> {
  const { settings, store, vault, sandbox } = options;
  const description = sandbox.describe();
  const staff = await seedStaff(store.db, vault);
  const notify = await connectSandbox(options, description);
  await writeSignIn(path.join(settings.dataDir, "sign-in.json"), {
    origin: settings.publicOrigin,
    staff,
    sandbox: description,
    notify,
  });
  return staff;
}

/** Few statements however many merchants there are; a start that finds all of them writes nothing. */
async function connectSandbox(options: Options, description: SandboxDescription): Promise<SignInNotify[]> {
  const { settings, store, vault, sandbox } = options;
  const keys = await sandbox.notifyKeys();
  const addresses = await withTransactionLock(store.db, seedLock, async (tx) => {
    const { baseUrl, integration, merchants } = description;
    await saveIntegration(tx, vault, { id: "sandbox", baseUrl, ...integration, by: seededBy });
    const inputs = merchants.map(({ slug, name, clientId, clientSecret, sid }) => ({
      environment: "sandbox",
      slug,
      name,
      clientId,
      clientSecret,
      sid,
      by: seededBy,
    }));
    const saved = await saveMerchants(tx, vault, inputs);
    const endpoints = await seedEndpoints(tx, { keys, merchantIds: saved.map(({ id }) => id) });
    return new Map(keys.map(({ slug }, index) => [slug, endpointAddresses(settings.publicOrigin, endpoints[index]?.id ?? "")]));
  });
  await sandbox.setStores(addresses);
  return keys.map(({ slug, sid, privateKeyPem }) => {
    return { merchant: slug, url: addresses.get(slug)?.urlNotify ?? "", privateKeyPem, sid };
  });
}

/** Each merchant's endpoint, holding the key its gateway signs with; keys and ids are in one order. */
function seedEndpoints(tx: Transaction, { keys, merchantIds }: { keys: readonly NotifyKeys[]; merchantIds: readonly string[] }) {
  const parsed = new Map<string, NotifyCertificate[]>();
  const certificatesOf = (publicKeyPem: string): NotifyCertificate[] => {
    const known = parsed.get(publicKeyPem);
    if (known) return known;
    const input = parseCertificateInput(publicKeyPem);
    const certificates = "problem" in input ? [] : input.certificates;
    parsed.set(publicKeyPem, certificates);
    return certificates;
  };
  const wanted = keys.map(({ sid, publicKeyPem }, index) => {
    return { merchantId: merchantIds[index] ?? "", sid, certificates: certificatesOf(publicKeyPem) };
  });
  return ensureEndpoints(tx, { environment: "sandbox", by: seededBy, wanted });
}

type SignInNotify = { merchant: string; url: string; privateKeyPem: string; sid: string };
type SignInFile = { origin: string; staff: readonly SignIn[]; sandbox: SandboxDescription; notify: readonly SignInNotify[] };

/** Readers see the old file or the new one, never half of one. */
async function writeSignIn(file: string, content: SignInFile): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
