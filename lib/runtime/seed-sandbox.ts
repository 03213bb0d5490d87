import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Sandbox, SandboxDescription } from "../sandbox/create-sandbox.ts";
import { seedStaff } from "../services/staff/seed-staff.ts";
import { saveIntegration, saveMerchant } from "../store/credentials.ts";
import type { Store } from "../store/open-store.ts";
import { withTransactionLock } from "../store/transaction-lock.ts";
import type { Vault } from "../vault/vault.ts";
import type { SignIn } from "./runtime.ts";
import { type SeededEndpoint, seedEndpoint } from "./seed-endpoint.ts";
import type { Settings } from "./settings.ts";

const seedLock = 4_242_003;
const seededBy = "the sandbox";

type Options = { settings: Settings; store: Store; vault: Vault; sandbox: Sandbox };

/**
 * The sandbox environment, its merchants, their endpoints and the seeded staff; what is there already stays.
 * Writes `$DATA_DIR/sign-in.json` (mode 0600, contract.md) and returns the seeded sign-ins.
 */
export async function seedSandbox(options: Options): Promise<SignIn[]> {
  const { settings, store, vault, sandbox } = options;
  const description = sandbox.describe();
  const staff = await seedStaff(store.db, vault);
  const merchantIds = await connectSandbox(options, description);
  const notify = await seedEndpoints(options, merchantIds);
  await writeSignIn(path.join(settings.dataDir, "sign-in.json"), {
    origin: settings.publicOrigin,
    staff,
    sandbox: description,
    notify,
  });
  return staff;
}

async function connectSandbox({ store, vault }: Options, description: SandboxDescription): Promise<Map<string, string>> {
  return withTransactionLock(store.db, seedLock, async (tx) => {
    const { baseUrl, integration } = description;
    await saveIntegration(tx, vault, { id: "sandbox", baseUrl, ...integration, by: seededBy });
    const ids = new Map<string, string>();
    for (const { slug, name, clientId, clientSecret, sid } of description.merchants) {
      const saved = await saveMerchant(tx, vault, {
        environment: "sandbox",
        slug,
        name,
        clientId,
        clientSecret,
        sid,
        by: seededBy,
      });
      ids.set(slug, saved.id);
    }
    return ids;
  });
}

async function seedEndpoints(
  { settings, store, sandbox }: Options,
  merchantIds: ReadonlyMap<string, string>,
): Promise<SignInNotify[]> {
  const seeded: SignInNotify[] = [];
  for (const { slug, sid, privateKeyPem, publicKeyPem } of await sandbox.notifyKeys()) {
    const merchantId = merchantIds.get(slug);
    if (merchantId === undefined) continue;
    const addresses: SeededEndpoint = await seedEndpoint(store.db, {
      merchantId,
      sid,
      publicKeyPem,
      publicOrigin: settings.publicOrigin,
      by: seededBy,
    });
    await sandbox.setStore(slug, addresses);
    seeded.push({ merchant: slug, url: addresses.urlNotify, privateKeyPem, sid });
  }
  return seeded;
}

type SignInNotify = { merchant: string; url: string; privateKeyPem: string; sid: string };
type SignInFile = { origin: string; staff: readonly SignIn[]; sandbox: SandboxDescription; notify: readonly SignInNotify[] };

/** Readers see the old file or the new one, never half of one. */
async function writeSignIn(file: string, content: SignInFile): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
