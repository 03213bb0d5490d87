import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { AppError } from "#lib/core/errors.ts";
import { coreText } from "#lib/core/texts.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { deleteProfile } from "../environments/gateway-profile.ts";
import { environment } from "../schema/environment.ts";
import { merchant } from "../schema/merchant.ts";
import { toPairId, toSecretMark } from "./permit-rows.ts";

/** A client id and secret in plain text, only on the way into or out of the vault. */
export type Credential = { clientId: string; clientSecret: string };

export type IntegrationInput = Credential & {
  id: string;
  baseUrl: string;
  partnerId: string;
  applicationId: string;
  /** If undefined, the stored ones stay. */
  options?: Record<string, unknown>;
  by: string;
};

export type MerchantInput = Credential & {
  environment: string;
  slug: string;
  name: string;
  sid: string | null;
  /** Without one the stored one stays. */
  group?: string | null;
  by: string;
};

/** `unchanged` writes nothing, so that processes watching `updated_at` need not reload. */
export type SaveOutcome = "added" | "changed" | "unchanged";

/** Identifies a credential without revealing it: a keyed hash, eight characters. */
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
  const [clientId, clientSecret] = vault.sealAll([
    { plain: Buffer.from(credential.clientId), context: { table, row, column: "client_id" } },
    { plain: Buffer.from(credential.clientSecret), context: { table, row, column: "client_secret" } },
  ]);
  if (!clientId || !clientSecret) throw new Error("The credential was not sealed.");
  return { clientId, clientSecret };
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
  if (before && before.credentialFingerprint === fingerprint && hasSameValues(plain, before)) return "unchanged";
  if (before && before.baseUrl !== input.baseUrl) await deleteProfile(db, input.id);
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
export async function saveMerchant(db: Queryable, vault: Vault, input: MerchantInput): Promise<SavedMerchant> {
  const [saved] = await saveMerchants(db, vault, [input]);
  if (!saved) throw new Error("A merchant was not saved.");
  return saved;
}

type SaveOptions = { isDryRun?: boolean; onSaved?: ((done: number) => void) | undefined };
type SavedMerchant = { id: string; outcome: SaveOutcome };
const mergedAtOnce = 500;

/**
 * Adds merchants or changes those with these slugs, two statements for each 500. Returns results in the order given.
 * Slugs must be unique. Call it in a transaction to save all or none. `isDryRun` returns the results without writing;
 * `onSaved` receives the number done after each batch.
 */
export async function saveMerchants(
  db: Queryable,
  vault: Vault,
  inputs: readonly MerchantInput[],
  { isDryRun = false, onSaved }: SaveOptions = {},
): Promise<SavedMerchant[]> {
  const saved: SavedMerchant[] = [];
  for (let from = 0; from < inputs.length; from += mergedAtOnce) {
    saved.push(...(await mergeMerchants(db, vault, inputs.slice(from, from + mergedAtOnce), isDryRun)));
    onSaved?.(saved.length);
    // Sealing blocks the event loop, so yield to it between batches.
    await setImmediate();
  }
  return saved;
}

type MerchantRow = typeof merchant.$inferSelect;

async function mergeMerchants(
  db: Queryable,
  vault: Vault,
  inputs: readonly MerchantInput[],
  isDryRun: boolean,
): Promise<SavedMerchant[]> {
  const known = await lockMerchants(db, inputs);
  const merged = inputs.map((input) => {
    const before = known.get(nameOf(input));
    const outcome: SaveOutcome = before ? (isSame(vault, before, input) ? "unchanged" : "changed") : "added";
    return { input, before, outcome, id: before?.id ?? crypto.randomUUID() };
  });
  const written = isDryRun ? [] : merged.filter(({ outcome }) => outcome !== "unchanged");
  if (written.length > 0) {
    const rows = written.map(({ id, input, before }) => ({ id, ...toRow(vault, id, input, before) }));
    const stored = await db
      .insert(merchant)
      .values(rows)
      .onConflictDoUpdate({ target: [merchant.environment, merchant.slug], set: overwritten, setWhere: isSameRow })
      .returning({ id: merchant.id });
    // Credentials are sealed for one row: they would not open in a row that was added concurrently.
    if (stored.length < rows.length) throw new AppError("conflict", { message: coreText("merchant_added_meanwhile") });
  }
  return merged.map(({ id, outcome }) => ({ id, outcome }));
}

const isSameRow = sql`${merchant.id} = excluded.id`;
const overwritten = {
  name: sql`excluded.name`,
  sid: sql`excluded.sid`,
  groupName: sql`excluded.group_name`,
  clientId: sql`excluded.client_id`,
  clientSecret: sql`excluded.client_secret`,
  credentialFingerprint: sql`excluded.credential_fingerprint`,
  pairId: sql`excluded.pair_id`,
  secretMark: sql`excluded.secret_mark`,
  updatedBy: sql`excluded.updated_by`,
  updatedAt: sql`excluded.updated_at`,
};

function toRow(vault: Vault, id: string, input: MerchantInput, before: MerchantRow | undefined) {
  return {
    environment: input.environment,
    slug: input.slug,
    ...plainOf(input, before),
    ...seal(vault, "merchant", id, input),
    credentialFingerprint: fingerprintCredential(vault, input),
    ...guardedBy(vault, input),
    updatedBy: input.by,
    updatedAt: sql`now()`,
  };
}

type PlainColumns = Pick<MerchantRow, "name" | "sid" | "groupName">;

function plainOf({ name, sid, group }: MerchantInput, before: MerchantRow | undefined): PlainColumns {
  return { name, sid: sid ?? before?.sid ?? null, groupName: group ?? before?.groupName ?? null };
}

/** What the lockout guard knows it by: its pair, and its secret. */
export function guardedBy(vault: Vault, { environment, clientId, clientSecret }: Credential & { environment: string }) {
  const pairId = toPairId(vault, { environment, kind: "session", clientId });
  return { pairId, secretMark: toSecretMark(vault, clientSecret) };
}

function isSame(vault: Vault, before: MerchantRow, input: MerchantInput): boolean {
  const next = { ...plainOf(input, before), ...guardedBy(vault, input) };
  return before.credentialFingerprint === fingerprintCredential(vault, input) && hasSameValues(next, before);
}

const nameOf = ({ environment, slug }: Pick<MerchantInput, "environment" | "slug">) => `${environment}/${slug}`;

async function lockMerchants(db: Queryable, inputs: readonly MerchantInput[]): Promise<ReadonlyMap<string, MerchantRow>> {
  const slugs = sql.param(inputs.map(({ slug }) => slug));
  const environments = sql.param(inputs.map((input) => input.environment));
  const isListed = sql`(${merchant.environment}, ${merchant.slug}) in (select * from unnest(${environments}::text[], ${slugs}::text[]))`;
  const rows = await db.select().from(merchant).where(isListed).orderBy(merchant.id).for("update");
  return new Map(rows.map((row) => [nameOf(row), row]));
}

function hasSameValues(next: Record<string, unknown>, stored: Record<string, unknown>): boolean {
  return Object.entries(next).every(([key, value]) => isDeepStrictEqual(value, stored[key]));
}
