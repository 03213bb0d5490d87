import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { Vault } from "../vault/vault.ts";
import { forgetProfile } from "./gateway-profile.ts";
import type { Queryable } from "./open-store.ts";
import { environment } from "./schema/environment.ts";
import { merchant } from "./schema/merchant.ts";

/** A client id and secret in the clear; only ever on the way into or out of the vault. */
export type Credential = { clientId: string; clientSecret: string };

export type IntegrationInput = Credential & {
  id: string;
  baseUrl: string;
  partnerId: string;
  applicationId: string;
  /** Without them the stored ones stay. */
  options?: Record<string, unknown>;
  by: string;
};

export type MerchantInput = Credential & { environment: string; slug: string; name: string; sid: string | null; by: string };

/** `unchanged` writes nothing, so that whoever watches `updated_at` need not look again. */
export type SaveOutcome = "added" | "changed" | "unchanged";

/** Names a credential without telling it: a keyed hash, eight characters. */
export function fingerprintCredential(vault: Vault, { clientId, clientSecret }: Credential): string {
  return vault.hash(`${clientId}\n${clientSecret}`).slice(0, 8);
}

export function openCredential(
  vault: Vault,
  table: "environment" | "merchant",
  row: string,
  sealed: { clientId: Buffer; clientSecret: Buffer },
): Credential {
  return {
    clientId: vault.open(sealed.clientId, { table, row, column: "client_id" }).toString("utf8"),
    clientSecret: vault.open(sealed.clientSecret, { table, row, column: "client_secret" }).toString("utf8"),
  };
}

function seal(
  vault: Vault,
  table: "environment" | "merchant",
  row: string,
  credential: Credential,
): { clientId: Buffer; clientSecret: Buffer } {
  return {
    clientId: vault.seal(credential.clientId, { table, row, column: "client_id" }),
    clientSecret: vault.seal(credential.clientSecret, { table, row, column: "client_secret" }),
  };
}

/** Connects an environment, or changes its connection. Stores credentials sealed. */
export async function saveIntegration(db: Queryable, vault: Vault, input: IntegrationInput): Promise<SaveOutcome> {
  const fingerprint = fingerprintCredential(vault, input);
  const [before] = await db.select().from(environment).where(eq(environment.id, input.id)).for("update");
  const plain = {
    baseUrl: input.baseUrl,
    partnerId: input.partnerId,
    applicationId: input.applicationId,
    options: input.options ?? before?.options ?? {},
  };
  if (before && before.credentialFingerprint === fingerprint && sameValues(plain, before)) return "unchanged";
  if (before && before.baseUrl !== input.baseUrl) await forgetProfile(db, input.id);
  const values = {
    ...plain,
    ...seal(vault, "environment", input.id, input),
    credentialFingerprint: fingerprint,
    updatedBy: input.by,
    updatedAt: sql`now()`,
  };
  const credentialSet = { credentialSetAt: sql`now()`, credentialSetBy: input.by };
  const isSameCredential = before?.credentialFingerprint === fingerprint;
  await db
    .insert(environment)
    .values({ id: input.id, ...values, ...credentialSet })
    .onConflictDoUpdate({ target: environment.id, set: { ...values, ...(isSameCredential ? {} : credentialSet) } });
  return before ? "changed" : "added";
}

/** Adds a merchant or changes the one with this slug. Stores credentials sealed. */
export async function saveMerchant(
  db: Queryable,
  vault: Vault,
  input: MerchantInput,
): Promise<{ id: string; outcome: SaveOutcome }> {
  const fingerprint = fingerprintCredential(vault, input);
  const mine = and(eq(merchant.environment, input.environment), eq(merchant.slug, input.slug));
  const [before] = await db.select().from(merchant).where(mine).for("update");
  const plain = { name: input.name, sid: input.sid ?? before?.sid ?? null };
  if (before && before.credentialFingerprint === fingerprint && sameValues(plain, before))
    return { id: before.id, outcome: "unchanged" };
  const id = before?.id ?? crypto.randomUUID();
  const values = {
    ...plain,
    ...seal(vault, "merchant", id, input),
    credentialFingerprint: fingerprint,
    updatedBy: input.by,
    updatedAt: sql`now()`,
  };
  if (before) await db.update(merchant).set(values).where(eq(merchant.id, id));
  else await db.insert(merchant).values({ id, environment: input.environment, slug: input.slug, ...values });
  return { id, outcome: before ? "changed" : "added" };
}

function sameValues(wanted: Record<string, unknown>, stored: Record<string, unknown>): boolean {
  return Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(value, stored[key]));
}
