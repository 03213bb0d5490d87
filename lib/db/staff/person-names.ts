import { eq } from "drizzle-orm";
import { nameText } from "#lib/core/given-name.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { personName } from "../schema/person-name.ts";

const prefix = "person:";
const table = "person_name";
const column = "sealed";
const nobody = nameText("name_unknown").message;

/** The stored name of a staff member's e-mail address, regardless of upper and lower case. */
export function storedNameOf(vault: Vault, email: string): string {
  return `${prefix}${vault.hash(`person\n${email.toLowerCase()}`).slice(0, 27)}`;
}

/** The same, and saves the address so that it can be resolved later. A text that is no address is returned unchanged. */
export async function storeName(db: Queryable, vault: Vault, text: string): Promise<string> {
  if (!text.includes("@")) return text;
  const id = storedNameOf(vault, text);
  await db
    .insert(personName)
    .values({ id, sealed: vault.seal(text, { table, row: id, column }) })
    .onConflictDoNothing();
  opened(vault).set(id, text);
  return id;
}

/** The address of a stored name; any other text is returned unchanged. */
export async function findName(db: Queryable, vault: Vault, kept: string): Promise<string> {
  if (!kept.startsWith(prefix)) return kept;
  const [row] = await db.select().from(personName).where(eq(personName.id, kept));
  return row ? openName(vault, row) : nobody;
}

/** Maps a stored name to its address, and any other text to itself. */
export type NameOf = (kept: string) => string;

/** Loads all names that rows may refer to; staff are few. Throws VaultError when a name was changed or moved. */
export async function readNames({ db, vault }: { db: Queryable; vault: Vault }): Promise<NameOf> {
  const rows = await db.select().from(personName);
  const names = new Map(rows.map((row) => [row.id, openName(vault, row)]));
  return (kept) => (kept.startsWith(prefix) ? (names.get(kept) ?? nobody) : kept);
}

/** Every e-mail address that rows may refer to. */
export async function listEmails({ db, vault }: { db: Queryable; vault: Vault }): Promise<string[]> {
  const rows = await db.select().from(personName);
  return rows.map((row) => openName(vault, row));
}

/** The e-mail address of one row, decrypted once in each process. */
export function openName(vault: Vault, { id, sealed }: typeof personName.$inferSelect): string {
  const cached = opened(vault).get(id);
  if (cached !== undefined) return cached;
  const email = vault.open(sealed, { table, row: id, column }).toString("utf8");
  opened(vault).set(id, email);
  return email;
}

const openedByVault = new WeakMap<Vault, Map<string, string>>();

function opened(vault: Vault): Map<string, string> {
  const names = openedByVault.get(vault) ?? new Map<string, string>();
  openedByVault.set(vault, names);
  return names;
}
