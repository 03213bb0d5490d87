import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Language } from "#lib/core/languages.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable, Transaction } from "../connection/open-store.ts";
import { personName } from "../schema/person-name.ts";
import { staff } from "../schema/staff.ts";
import { openName, storedNameOf, storeName } from "./person-names.ts";

/** `storedName`: represents the e-mail address in all other rows. */
export type StaffRow = typeof staff.$inferSelect & { storedName: string };

type Found = { staff: typeof staff.$inferSelect; name: typeof personName.$inferSelect };

export function toStaffRow(vault: Vault, { staff: row, name }: Found): StaffRow {
  return { ...row, storedName: row.email, email: openName(vault, name) };
}

/** Joins staff to the row with their name. */
export const named = eq(personName.id, staff.email);

/** E-mail addresses are compared without case. Also finds disabled staff; the caller decides. */
export async function findStaffByEmail(db: Queryable, vault: Vault, email: string): Promise<StaffRow | undefined> {
  const [row] = await selectStaff(db).where(eq(staff.email, storedNameOf(vault, email)));
  return row && toStaffRow(vault, row);
}

function selectStaff(db: Queryable) {
  return db.select({ staff, name: personName }).from(staff).innerJoin(personName, named);
}

type NewSeededStaff = Pick<StaffRow, "email" | "role" | "permissions" | "passwordHash">;

/** An existing account with this e-mail address stays as it is. */
export async function insertSeededStaff(db: Queryable, vault: Vault, { email, ...person }: NewSeededStaff): Promise<void> {
  await db
    .insert(staff)
    .values({ ...person, email: await storeName(db, vault, email), seeded: true })
    .onConflictDoNothing();
}

/** Those of the addresses that belong to staff who may sign in. */
export async function findEnabledEmails(db: Queryable, vault: Vault, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const addressByName = new Map(emails.map((email) => [storedNameOf(vault, email), email]));
  const rows = await db
    .select({ email: staff.email })
    .from(staff)
    .where(and(inArray(staff.email, [...addressByName.keys()]), isNull(staff.disabledAt)));
  return new Set(rows.flatMap((row) => addressByName.get(row.email) ?? []));
}

export async function findStaffById(db: Queryable, vault: Vault, id: string): Promise<StaffRow | undefined> {
  const [row] = await selectStaff(db).where(eq(staff.id, id));
  return row && toStaffRow(vault, row);
}

/** Locks the row until the transaction ends. */
export async function lockStaff(tx: Transaction, vault: Vault, id: string): Promise<StaffRow | undefined> {
  const [row] = await selectStaff(tx).where(eq(staff.id, id)).for("update", { of: staff });
  return row && toStaffRow(vault, row);
}

/** All staff, by e-mail address. */
export async function listStaffRows(db: Queryable, vault: Vault): Promise<(StaffRow & { lastSeenAt: Date | null })[]> {
  const lastSeenAt = sql<string | null>`(select max(s.last_seen_at) from staff_session s where s.staff_id = ${staff.id})`;
  const rows = await db.select({ staff, name: personName, lastSeenAt }).from(staff).innerJoin(personName, named);
  return rows
    .map((row) => ({ ...toStaffRow(vault, row), lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt) }))
    .toSorted((left, right) => (left.email < right.email ? -1 : 1));
}

type NewStaff = Pick<StaffRow, "email" | "role" | "permissions" | "merchants" | "passwordHash">;

/** Undefined when an account with this e-mail address exists. */
export async function insertStaff(db: Queryable, vault: Vault, person: NewStaff): Promise<StaffRow | undefined> {
  const storedName = await storeName(db, vault, person.email);
  const [row] = await db
    .insert(staff)
    .values({ ...person, email: storedName })
    .onConflictDoNothing()
    .returning();
  return row && { ...row, storedName, email: person.email };
}

type StaffChange = Partial<
  Pick<StaffRow, "role" | "permissions" | "merchants" | "passwordHash" | "disabledAt" | "providerSubject">
>;

export async function updateStaff(db: Queryable, id: string, change: StaffChange): Promise<void> {
  await db.update(staff).set(change).where(eq(staff.id, id));
}

/** True when this provider account belongs to the staff member, or becomes theirs as the first one. */
export async function bindProviderAccount(db: Queryable, id: string, subject: string): Promise<boolean> {
  const bound = await db
    .update(staff)
    .set({ providerSubject: subject })
    .where(and(eq(staff.id, id), or(isNull(staff.providerSubject), eq(staff.providerSubject, subject))));
  return bound.rowCount === 1;
}

/** Other enabled administrators of every merchant who are not the sandbox's. */
export function countOtherAdmins(db: Queryable, id: string): Promise<number> {
  const isFullAdmin = and(eq(staff.role, "admin"), isNull(staff.merchants), eq(staff.seeded, false), isNull(staff.disabledAt));
  return db.$count(staff, and(isFullAdmin, ne(staff.id, id)));
}

/** Whether there is an administrator who was not seeded with the sandbox. */
export async function hasRealAdmin(db: Queryable): Promise<boolean> {
  const [row] = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, "admin"), eq(staff.seeded, false)))
    .limit(1);
  return row !== undefined;
}

export async function hideGetStarted(db: Queryable, id: string): Promise<void> {
  await db.update(staff).set({ hidesGetStarted: true }).where(eq(staff.id, id));
}

export async function setStaffLanguage(db: Queryable, id: string, language: Language): Promise<void> {
  await db.update(staff).set({ language }).where(eq(staff.id, id));
}
