import { and, count, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { recoveryCode, staff } from "../schema/staff.ts";

export async function setPendingTotp(db: Queryable, staffId: string, sealed: Buffer): Promise<void> {
  await db.update(staff).set({ totpPending: sealed }).where(eq(staff.id, staffId));
}

/** Activates the secret that was shown. */
export async function setTotp(db: Queryable, staffId: string, { sealed, step }: { sealed: Buffer; step: number }): Promise<void> {
  await db.update(staff).set({ totp: sealed, totpPending: null, totpStep: step }).where(eq(staff.id, staffId));
}

export async function removeTotp(db: Queryable, staffId: string): Promise<void> {
  await db.update(staff).set({ totp: null, totpPending: null, totpStep: null }).where(eq(staff.id, staffId));
  await db.delete(recoveryCode).where(eq(recoveryCode.staffId, staffId));
}

/** True for the first use of a code of this or a later time step: no code works twice. */
export async function spendTotpStep(db: Queryable, staffId: string, step: number): Promise<boolean> {
  const used = await db
    .update(staff)
    .set({ totpStep: step })
    .where(and(eq(staff.id, staffId), or(isNull(staff.totpStep), lt(staff.totpStep, step))));
  return used.rowCount === 1;
}

export async function replaceRecoveryCodes(db: Queryable, staffId: string, hashes: readonly string[]): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.staffId, staffId));
  await db.insert(recoveryCode).values(hashes.map((hash) => ({ staffId, hash })));
}

/** True when the code belonged to this staff member and was unused. */
export async function spendRecoveryCode(db: Queryable, staffId: string, hash: string): Promise<boolean> {
  const used = await db
    .update(recoveryCode)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCode.staffId, staffId), eq(recoveryCode.hash, hash), isNull(recoveryCode.usedAt)));
  return used.rowCount === 1;
}

export async function countRecoveryCodes(db: Queryable, staffId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.staffId, staffId), isNull(recoveryCode.usedAt)));
  return row?.left ?? 0;
}
