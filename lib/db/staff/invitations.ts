import { and, desc, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { invitation } from "../schema/staff.ts";
import { type NameOf, readNames, storedNameOf, storeName } from "./person-names.ts";

export type InvitationRow = typeof invitation.$inferSelect;
type NewInvitation = Pick<InvitationRow, "tokenHash" | "kind" | "email" | "role" | "permissions" | "merchants" | "createdBy"> & {
  lifetimeMs: number;
};

const isOpen = and(isNull(invitation.usedAt), isNull(invitation.withdrawnAt), gt(invitation.expiresAt, sql`now()`));

/** `email` and `createdBy` are addresses; the database stores their stored names. */
export async function insertInvitation(db: Queryable, vault: Vault, { lifetimeMs, ...row }: NewInvitation): Promise<Date> {
  const expiresAt = sql`now() + ${lifetimeMs} * interval '1 millisecond'`;
  const email = row.email === null ? null : await storeName(db, vault, row.email);
  const createdBy = await storeName(db, vault, row.createdBy);
  const [saved] = await db
    .insert(invitation)
    .values({ ...row, email, createdBy, expiresAt })
    .returning();
  if (!saved) throw new Error("The invitation was not stored.");
  return saved.expiresAt;
}

function toNamed(row: InvitationRow, nameOf: NameOf): InvitationRow {
  return { ...row, email: row.email === null ? null : nameOf(row.email), createdBy: nameOf(row.createdBy) };
}

async function withNames(db: Queryable, vault: Vault, rows: readonly InvitationRow[]): Promise<InvitationRow[]> {
  if (rows.length === 0) return [];
  const nameOf = await readNames({ db, vault });
  return rows.map((row) => toNamed(row, nameOf));
}

/** Valid links to join or to set a password, newest first. */
export async function listOpenInvitations(db: Queryable, vault: Vault): Promise<InvitationRow[]> {
  const toJoin = and(ne(invitation.kind, "sandbox"), isOpen);
  return withNames(db, vault, await db.select().from(invitation).where(toJoin).orderBy(desc(invitation.createdAt)));
}

export async function findOpenInvitation(db: Queryable, vault: Vault, tokenHash: string): Promise<InvitationRow | undefined> {
  const found = await db
    .select()
    .from(invitation)
    .where(and(eq(invitation.tokenHash, tokenHash), isOpen));
  return (await withNames(db, vault, found))[0];
}

/** Consumes the link; undefined when it was used concurrently, or is no longer valid. */
export async function spendInvitation(db: Queryable, vault: Vault, tokenHash: string): Promise<InvitationRow | undefined> {
  const spent = await db
    .update(invitation)
    .set({ usedAt: sql`now()` })
    .where(and(eq(invitation.tokenHash, tokenHash), isOpen))
    .returning();
  return (await withNames(db, vault, spent))[0];
}

export async function withdrawInvitation(db: Queryable, vault: Vault, id: string): Promise<InvitationRow | undefined> {
  const withdrawn = await db
    .update(invitation)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(invitation.id, id), isOpen))
    .returning();
  return (await withNames(db, vault, withdrawn))[0];
}

/** Ends the open links that a staff member created, and those to set their password. */
export async function withdrawLinksOf(db: Queryable, storedName: string): Promise<void> {
  const ofPerson = or(
    eq(invitation.createdBy, storedName),
    and(eq(invitation.kind, "password"), eq(invitation.email, storedName)),
  );
  await db.update(invitation).set({ withdrawnAt: sql`now()` }).where(and(ofPerson, isOpen));
}

/** Ends every open link of the kind, or only those of one staff member. Returns those it ended. */
export async function withdrawInvitations(
  db: Queryable,
  vault: Vault,
  { kind, email }: { kind: InvitationRow["kind"]; email: string | null },
): Promise<Pick<InvitationRow, "merchants">[]> {
  const isRecipient = email === null ? undefined : eq(invitation.email, storedNameOf(vault, email));
  return db
    .update(invitation)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(invitation.kind, kind), isRecipient, isOpen))
    .returning({ merchants: invitation.merchants });
}
