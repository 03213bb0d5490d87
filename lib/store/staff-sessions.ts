import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { staffSession } from "./schema/staff.ts";

type StaffSessionRow = typeof staffSession.$inferSelect;

/** Sessions that are good now, last used first. */
export async function listStaffSessions(
  db: Queryable,
  { staffId, idleMs }: { staffId: string; idleMs: number },
): Promise<StaffSessionRow[]> {
  return db
    .select()
    .from(staffSession)
    .where(
      and(
        eq(staffSession.staffId, staffId),
        isNull(staffSession.revokedAt),
        gt(staffSession.expiresAt, sql`now()`),
        gt(staffSession.lastSeenAt, sql`now() - ${idleMs} * interval '1 millisecond'`),
      ),
    )
    .orderBy(desc(staffSession.lastSeenAt));
}

/** Ends a person's sessions, all or all but one; returns how many were open. */
export async function revokeSessionsOf(db: Queryable, staffId: string, exceptIdHash?: string): Promise<number> {
  const revoked = await db
    .update(staffSession)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(staffSession.staffId, staffId),
        isNull(staffSession.revokedAt),
        exceptIdHash === undefined ? undefined : ne(staffSession.idHash, exceptIdHash),
      ),
    );
  return revoked.rowCount ?? 0;
}

/** The person proved again who they are. */
export async function markSessionProven(db: Queryable, idHash: string, hasSecondFactor: boolean): Promise<void> {
  await db
    .update(staffSession)
    .set({ provenAt: sql`now()`, hasSecondFactor: sql`${staffSession.hasSecondFactor} or ${hasSecondFactor}` })
    .where(eq(staffSession.idHash, idHash));
}

export async function setPresenting(db: Queryable, idHash: string, isPresenting: boolean): Promise<void> {
  await db.update(staffSession).set({ isPresenting }).where(eq(staffSession.idHash, idHash));
}
