import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { personName } from "../schema/person-name.ts";
import { staff, staffSession } from "../schema/staff.ts";
import { named, type StaffRow, toStaffRow } from "./staff.ts";

/** `productionOpen`: a real administrator exists and no seeded account is enabled (docs/security.md, rule 11). */
export type SessionRow = {
  staff: StaffRow;
  lastSeenAt: Date;
  authenticatedAt: Date;
  hasSecondFactor: boolean;
  isPresenting: boolean;
  viewAs: "viewer" | "support" | null;
  productionOpen: boolean;
};

const isInTime = (idleMs: number | Placeholder): SQL =>
  sql`${staffSession.expiresAt} > now() and ${staffSession.lastSeenAt} > now() - ${idleMs} * interval '1 millisecond'`;

/** Neither ended, nor expired, nor idle for too long. */
const isOpen = (idleMs: number | Placeholder) => and(isNull(staffSession.revokedAt), isInTime(idleMs));

export const productionOpen = sql<boolean>`(
  exists (select 1 from staff s where s.role = 'admin' and not s.seeded and s.disabled_at is null)
  and not exists (select 1 from staff s where s.seeded and s.disabled_at is null))`;

/** The staff member of a session that is not ended, expired or idle for too long, and who is not disabled. */
export async function findStaffSession(
  db: Queryable,
  vault: Vault,
  { idHash, idleMs }: { idHash: string; idleMs: number },
): Promise<SessionRow | undefined> {
  const statement = statements.get(db) ?? prepareSession(db);
  statements.set(db, statement);
  const [row] = await statement.execute({ idHash, idleMs });
  return row && { ...row, staff: toStaffRow(vault, row) };
}

/** Runs with every request, so it is a prepared statement. */
const statements = new WeakMap<Queryable, ReturnType<typeof prepareSession>>();

function prepareSession(db: Queryable) {
  return db
    .select({
      staff,
      name: personName,
      lastSeenAt: staffSession.lastSeenAt,
      authenticatedAt: staffSession.authenticatedAt,
      hasSecondFactor: staffSession.hasSecondFactor,
      isPresenting: staffSession.isPresenting,
      viewAs: staffSession.viewAs,
      productionOpen,
    })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .innerJoin(personName, named)
    .where(and(eq(staffSession.idHash, sql.placeholder("idHash")), isNull(staff.disabledAt), isOpen(sql.placeholder("idleMs"))))
    .prepare("staff_session");
}

/** Which of the sessions are valid now, for open streams. */
export async function findLiveSessionHashes(
  db: Queryable,
  { idHashes, idleMs }: { idHashes: readonly string[]; idleMs: number },
): Promise<ReadonlySet<string>> {
  if (idHashes.length === 0) return new Set();
  const rows = await db
    .select({ idHash: staffSession.idHash })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .where(and(inArray(staffSession.idHash, [...idHashes]), isNull(staff.disabledAt), isOpen(idleMs)));
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
  authenticatedAt?: Date | undefined;
} & Partial<Pick<SessionRow, "isPresenting" | "viewAs">>;

/** Limits the authentication time to now, in case a clock is ahead of ours. */
export async function createStaffSession(db: Queryable, { lifetimeMs, authenticatedAt, ...row }: NewSession): Promise<void> {
  const proven =
    authenticatedAt === undefined ? {} : { authenticatedAt: sql`least(now(), ${authenticatedAt.toISOString()}::timestamptz)` };
  await db.insert(staffSession).values({ ...row, ...proven, expiresAt: sql`now() + ${lifetimeMs} * interval '1 millisecond'` });
}

export async function revokeStaffSession(db: Queryable, idHash: string): Promise<void> {
  await db
    .update(staffSession)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(staffSession.idHash, idHash), isNull(staffSession.revokedAt)));
}

/** Ends the session that a new one replaces, and returns it; undefined when it was over already, or idle for too long. */
export async function replaceStaffSession(
  db: Queryable,
  { idHash, idleMs }: { idHash: string; idleMs: number },
): Promise<(Pick<SessionRow, "isPresenting" | "viewAs"> & { staffId: string }) | undefined> {
  const { staffId, isPresenting, viewAs } = staffSession;
  const isLive = sql<boolean>`(${isInTime(idleMs)})`;
  const [ended] = await db
    .update(staffSession)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(staffSession.idHash, idHash), isNull(staffSession.revokedAt)))
    .returning({ staffId, isPresenting, viewAs, isLive });
  return ended?.isLive ? ended : undefined;
}

/** Network addresses from which this staff member opened sessions with a second factor. */
export async function findKnownPeers(db: Queryable, staffId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ peer: staffSession.peer })
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), eq(staffSession.hasSecondFactor, true)));
  return rows.flatMap(({ peer }) => peer ?? []);
}

type StaffSessionRow = typeof staffSession.$inferSelect;

/** Valid sessions, last used first. */
export async function listStaffSessions(
  db: Queryable,
  { staffId, idleMs }: { staffId: string; idleMs: number },
): Promise<StaffSessionRow[]> {
  return db
    .select()
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), isOpen(idleMs)))
    .orderBy(desc(staffSession.lastSeenAt));
}

/** Ends a staff member's sessions, all or all but one. */
export async function revokeSessionsOf(db: Queryable, staffId: string, exceptIdHash?: string): Promise<void> {
  await db
    .update(staffSession)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(staffSession.staffId, staffId),
        isNull(staffSession.revokedAt),
        exceptIdHash === undefined ? undefined : ne(staffSession.idHash, exceptIdHash),
      ),
    );
}

/** Records a re-authentication. */
export async function markSessionAuthenticated(db: Queryable, idHash: string, hasSecondFactor: boolean): Promise<void> {
  await db
    .update(staffSession)
    .set({ authenticatedAt: sql`now()`, hasSecondFactor: sql`${staffSession.hasSecondFactor} or ${hasSecondFactor}` })
    .where(eq(staffSession.idHash, idHash));
}

/** The session counts as one without a second factor, until a code is given in it again. */
export async function removeSessionSecondFactor(db: Queryable, idHash: string): Promise<void> {
  await db.update(staffSession).set({ hasSecondFactor: false }).where(eq(staffSession.idHash, idHash));
}

export async function setViewAs(db: Queryable, idHash: string, viewAs: SessionRow["viewAs"]): Promise<void> {
  await db.update(staffSession).set({ viewAs }).where(eq(staffSession.idHash, idHash));
}

export async function setPresenting(db: Queryable, idHash: string, isPresenting: boolean): Promise<void> {
  await db.update(staffSession).set({ isPresenting }).where(eq(staffSession.idHash, idHash));
}

/**
 * Sessions that ended long ago: their addresses and browsers are personal (docs/security.md, rule 21). Of a person's last session
 * the rest stays: the team list says when they were last here.
 */
export async function deleteEndedSessions(db: Queryable, before: Date): Promise<void> {
  const isLongEnded = lt(sql`least(${staffSession.revokedAt}, ${staffSession.expiresAt})`, before);
  const hasLater = sql`exists (select from staff_session later where later.staff_id = ${staffSession.staffId}
    and (later.last_seen_at, later.id_hash) > (${staffSession.lastSeenAt}, ${staffSession.idHash}))`;
  await db.delete(staffSession).where(and(isLongEnded, hasLater));
  const isNamed = or(isNotNull(staffSession.peer), ne(staffSession.userAgent, ""));
  await db.update(staffSession).set({ peer: null, userAgent: "" }).where(and(isLongEnded, isNamed));
}
