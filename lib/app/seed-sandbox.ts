import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { endpointAddresses } from "#lib/core/endpoint-addresses.ts";
import { nameText } from "#lib/core/given-name.ts";
import type { Store, Transaction } from "#lib/db/connection/open-store.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { ensureEndpoints } from "#lib/db/endpoints/connected-endpoint.ts";
import { saveIntegration, saveMerchants } from "#lib/db/lockout/credentials.ts";
import { type NotifyCertificate, parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import type { NotifyKeys, NumberRange, Sandbox, SandboxDescription } from "#lib/sandbox/create-sandbox.ts";
import { seedStaff } from "#lib/services/staff/seed-staff.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { SignIn } from "./runtime.ts";
import type { Settings } from "./settings/settings.ts";

const seedLock = 4_242_003;
const seededBy = nameText("name_sandbox").message;

type Options = { settings: Settings; store: Store; vault: Vault; sandbox: Sandbox };

/** Merchants that are seeded before the first page; the rest follows later, so that a start with thousands takes no longer. */
const first: NumberRange = { from: 1, to: 100 };
const laterAtOnce = 200;

export type Seeding = {
  signIn: SignIn[];
  /** Seeds the next merchants; returns whether there are more. May be retried after a failure. */
  seedNext(): Promise<boolean>;
};

/**
 * Seeds the sandbox environment, its first merchants, their endpoints and staff; existing rows stay unchanged.
 * Writes `$DATA_DIR/sign-in.json` (mode 0600, docs/api.md), and again once all merchants exist.
 */
export async function seedSandbox(options: Options): Promise<Seeding> {
  const { settings, store, vault } = options;
  const staff = await seedStaff(store.db, vault);
  const { description, notify } = await connectMerchants(options, first);
  const content: SignInFile = { origin: settings.publicOrigin, staff, sandbox: description, notify };
  const file = path.join(settings.dataDir, "sign-in.json");
  await writeSignIn(file, content);
  let from = first.to + 1;
  let isWritten = from > settings.sandboxMerchants;
  return {
    signIn: staff,
    async seedNext() {
      if (from <= settings.sandboxMerchants) {
        const next = await connectMerchants(options, { from, to: from + laterAtOnce - 1 });
        from += laterAtOnce;
        content.sandbox.merchants.push(...next.description.merchants);
        content.notify.push(...next.notify);
      } else if (!isWritten) {
        await writeSignIn(file, content);
        isWritten = true;
      }
      return !isWritten;
    },
  };
}

type Connected = { description: SandboxDescription; notify: SignInNotify[] };

/** Uses few statements; writes nothing when all merchants exist. */
async function connectMerchants({ settings, store, vault, sandbox }: Options, some: NumberRange): Promise<Connected> {
  const description = sandbox.describe(some);
  const keys = await sandbox.notifyKeys(some);
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
  const notify = keys.map(({ slug, sid, privateKeyPem }) => {
    return { merchant: slug, url: addresses.get(slug)?.urlNotify ?? "", privateKeyPem, sid };
  });
  return { description, notify };
}

/** Seeds each merchant's endpoint with the key that its gateway signs with; keys and ids are in the same order. */
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
type SignInFile = { origin: string; staff: readonly SignIn[]; sandbox: SandboxDescription; notify: SignInNotify[] };

/** Replaces the file atomically, so that readers never see a part of it. */
async function writeSignIn(file: string, content: SignInFile): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, toText(content), { mode: 0o600 });
  await rename(draft, file);
}

/** In chunks, so that ten thousand merchants do not block the event loop. */
function* toText({ sandbox: { merchants, ...sandbox }, notify, ...content }: SignInFile): Generator<string> {
  const open = (value: object) => JSON.stringify(value, null, 2).replace(/\n\}$/, "");
  yield `${open(content)},\n  "sandbox": ${open(sandbox)},\n  "merchants": [\n`;
  yield* toLines(merchants);
  yield `]},\n  "notify": [\n`;
  yield* toLines(notify);
  yield "]\n}\n";
}

function* toLines(items: readonly object[]): Generator<string> {
  for (const [at, item] of items.entries()) yield `${at > 0 ? ",\n" : ""}${JSON.stringify(item)}`;
}
