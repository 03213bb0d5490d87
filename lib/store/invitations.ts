import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { invitation } from "./schema/staff.ts";

export type InvitationRow = typeof invitation.$inferSelect;
type NewInvitation = Pick<InvitationRow, "tokenHash" | "kind" | "email" | "role" | "permissions" | "merchants" | "createdBy"> & {
  lifetimeMs: number;
};

const isOpen = and(isNull(invitation.usedAt), isNull(invitation.withdrawnAt), gt(invitation.expiresAt, sql`now()`));

export async function insertInvitation(db: Queryable, { lifetimeMs, ...row }: NewInvitation): Promise<InvitationRow> {
  const expiresAt = sql`now() + ${lifetimeMs} * interval '1 millisecond'`;
  const [saved] = await db
    .insert(invitation)
    .values({ ...row, expiresAt })
    .returning();
  if (!saved) throw new Error("The invitation was not stored.");
  return saved;
}

/** Links that still open, newest first. */
export async function listOpenInvitations(db: Queryable): Promise<InvitationRow[]> {
  return db.select().from(invitation).where(isOpen).orderBy(desc(invitation.createdAt));
}

export async function findOpenInvitation(db: Queryable, tokenHash: string): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitation)
    .where(and(eq(invitation.tokenHash, tokenHash), isOpen));
  return row;
}

/** Uses the link up; undefined when somebody was faster, or it no longer opens. */
export async function spendInvitation(db: Queryable, tokenHash: string): Promise<InvitationRow | undefined> {
  const [row] = await db
    .update(invitation)
    .set({ usedAt: sql`now()` })
    .where(and(eq(invitation.tokenHash, tokenHash), isOpen))
    .returning();
  return row;
}

export async function withdrawInvitation(db: Queryable, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db
    .update(invitation)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(invitation.id, id), isOpen))
    .returning();
  return row;
}

/** Ends every open link of the kind: of one person's, when told whose. */
export async function withdrawInvitations(
  db: Queryable,
  { kind, email }: { kind: InvitationRow["kind"]; email: string | null },
): Promise<void> {
  const whose = email === null ? undefined : eq(sql`lower(${invitation.email})`, email.toLowerCase());
  await db
    .update(invitation)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(invitation.kind, kind), whose, isOpen));
}
