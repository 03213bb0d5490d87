import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "./open-store.ts";
import { staff, staffSession } from "./schema/staff.ts";

export type StaffRow = typeof staff.$inferSelect;

/** `productionOpen`: a real administrator exists and no seeded account is enabled (contract.md). */
export type SessionRow = {
  staff: StaffRow;
  lastSeenAt: Date;
  provenAt: Date;
  hasSecondFactor: boolean;
  isPresenting: boolean;
  productionOpen: boolean;
};

const productionOpen = sql<boolean>`(
  exists (select 1 from staff s where s.role = 'admin' and not s.seeded and s.disabled_at is null)
  and not exists (select 1 from staff s where s.seeded and s.disabled_at is null))`;

/** The person behind a session that is neither ended, expired nor idle for longer than allowed, and who is not disabled. */
export async function findStaffSession(
  db: Queryable,
  { idHash, idleMs }: { idHash: string; idleMs: number },
): Promise<SessionRow | undefined> {
  const [row] = await db
    .select({
      staff,
      lastSeenAt: staffSession.lastSeenAt,
      provenAt: staffSession.provenAt,
      hasSecondFactor: staffSession.hasSecondFactor,
      isPresenting: staffSession.isPresenting,
      productionOpen,
    })
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

type NewSession = {
  idHash: string;
  staffId: string;
  lifetimeMs: number;
  userAgent: string;
  peer: string | null;
  hasSecondFactor: boolean;
};

export async function createStaffSession(db: Queryable, { lifetimeMs, ...row }: NewSession): Promise<void> {
  await db.insert(staffSession).values({ ...row, expiresAt: sql`now() + ${lifetimeMs} * interval '1 millisecond'` });
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

export async function findStaffById(db: Queryable, id: string): Promise<StaffRow | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id));
  return row;
}

/** The row stays as it is until the transaction ends. */
export async function lockStaff(tx: Transaction, id: string): Promise<StaffRow | undefined> {
  const [row] = await tx.select().from(staff).where(eq(staff.id, id)).for("update");
  return row;
}

export async function listStaffRows(db: Queryable): Promise<(StaffRow & { lastSeenAt: Date | null })[]> {
  const lastSeenAt = sql<string | null>`(select max(s.last_seen_at) from staff_session s where s.staff_id = ${staff.id})`;
  const rows = await db.select({ staff, lastSeenAt }).from(staff).orderBy(staff.email);
  return rows.map((row) => ({ ...row.staff, lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt) }));
}

type NewStaff = Pick<StaffRow, "email" | "role" | "permissions" | "merchants" | "passwordHash">;

/** Undefined when somebody has this e-mail already. */
export async function insertStaff(db: Queryable, person: NewStaff): Promise<StaffRow | undefined> {
  const [row] = await db.insert(staff).values(person).onConflictDoNothing().returning();
  return row;
}

type StaffChange = Partial<Pick<StaffRow, "role" | "permissions" | "merchants" | "passwordHash" | "disabledAt">>;

export async function updateStaff(db: Queryable, id: string, change: StaffChange): Promise<void> {
  await db.update(staff).set(change).where(eq(staff.id, id));
}

/** Enabled administrators that are not the sandbox's, besides this one; their rows stay locked. */
export async function lockOtherAdmins(tx: Transaction, id: string): Promise<number> {
  const rows = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, "admin"), eq(staff.seeded, false), isNull(staff.disabledAt)))
    .for("update");
  return rows.filter((row) => row.id !== id).length;
}

/** Whether anybody administers this desk who did not come with the sandbox. */
export async function hasRealAdmin(db: Queryable): Promise<boolean> {
  const [row] = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, "admin"), eq(staff.seeded, false)))
    .limit(1);
  return row !== undefined;
}
