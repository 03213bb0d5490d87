import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { staff, staffSession } from "./schema/staff.ts";

export type StaffRow = typeof staff.$inferSelect;

/** `productionOpen`: a real administrator exists and no seeded account is enabled (contract.md). */
export type SessionRow = { staff: StaffRow; lastSeenAt: Date; productionOpen: boolean };

const productionOpen = sql<boolean>`(
  exists (select 1 from staff s where s.role = 'admin' and not s.seeded and s.disabled_at is null)
  and not exists (select 1 from staff s where s.seeded and s.disabled_at is null))`;

/** The person behind a session that is neither ended, expired nor idle for longer than allowed, and who is not disabled. */
export async function findStaffSession(
  db: Queryable,
  { idHash, idleMs }: { idHash: string; idleMs: number },
): Promise<SessionRow | undefined> {
  const [row] = await db
    .select({ staff, lastSeenAt: staffSession.lastSeenAt, productionOpen })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .where(
      and(
        eq(staffSession.idHash, idHash),
        isNull(staffSession.revokedAt),
        isNull(staff.disabledAt),
        gt(staffSession.expiresAt, sql`now()`),
        gt(staffSession.lastSeenAt, sql`now() - ${idleMs} * interval '1 millisecond'`),
      ),
    );
  return row;
}

/** Those of the sessions that are good now, for open streams; opening one does not count as being at work. */
export async function findLiveSessionHashes(db: Queryable, idHashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (idHashes.length === 0) return new Set();
  const rows = await db
    .select({ idHash: staffSession.idHash })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .where(
      and(
        inArray(staffSession.idHash, [...idHashes]),
        isNull(staffSession.revokedAt),
        isNull(staff.disabledAt),
        gt(staffSession.expiresAt, sql`now()`),
      ),
    );
  return new Set(rows.map((row) => row.idHash));
}

export async function touchStaffSession(db: Queryable, idHash: string): Promise<void> {
  await db.update(staffSession).set({ lastSeenAt: sql`now()` }).where(eq(staffSession.idHash, idHash));
}

type NewSession = { idHash: string; staffId: string; lifetimeMs: number; userAgent: string };

export async function createStaffSession(db: Queryable, { idHash, staffId, lifetimeMs, userAgent }: NewSession): Promise<void> {
  const expiresAt = sql`now() + ${lifetimeMs} * interval '1 millisecond'`;
  await db.insert(staffSession).values({ idHash, staffId, userAgent, expiresAt });
}

export async function revokeStaffSession(db: Queryable, idHash: string): Promise<void> {
  await db
    .update(staffSession)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(staffSession.idHash, idHash), isNull(staffSession.revokedAt)));
}

/** E-mail addresses are compared without case. Disabled staff are found too; the caller decides. */
export async function findStaffByEmail(db: Queryable, email: string): Promise<StaffRow | undefined> {
  const [row] = await db
    .select()
    .from(staff)
    .where(eq(sql`lower(${staff.email})`, email.toLowerCase()));
  return row;
}

type NewSeededStaff = Pick<StaffRow, "email" | "role" | "permissions" | "passwordHash">;

/** One already there, by e-mail, stays as it is. */
export async function insertSeededStaff(db: Queryable, person: NewSeededStaff): Promise<void> {
  await db
    .insert(staff)
    .values({ ...person, seeded: true })
    .onConflictDoNothing();
}

export async function findEnabledEmails(db: Queryable, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ email: staff.email })
    .from(staff)
    .where(and(inArray(staff.email, [...emails]), isNull(staff.disabledAt)));
  return new Set(rows.map((row) => row.email));
}
