import { createHash } from "node:crypto";
import { desc, sql } from "drizzle-orm";
import { sortedMembers } from "../core/sorted-members.ts";
import type { Database, Transaction } from "./open-store.ts";
import { audit, auditAnchor } from "./schema/audit.ts";

export type AuditEntry = {
  at: Date;
  staffId: string | null;
  actor: string;
  /** What was done, as `thing.verb`: "session.created", "notification.raw_read". */
  act: string;
  environment?: string;
  merchant?: string;
  target?: string;
  detail?: Record<string, unknown>;
  peer?: string | null;
};

const auditLock = 4_242_002;

/** Nobody appends to the chain until the transaction ends. */
export async function lockAudit(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${auditLock})`);
}

/** Appends one row to the hash chain; writers queue for the length of their own transaction. */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.transaction((tx) => recordAuditIn(tx, entry));
}

/** The same inside a transaction of the caller's: the act and its audit row are committed together. */
export async function recordAuditIn(tx: Transaction, entry: AuditEntry): Promise<void> {
  await lockAudit(tx);
  const last = await findLastHash(tx);
  const row = {
    at: entry.at,
    staffId: entry.staffId,
    actor: entry.actor,
    act: entry.act,
    environment: entry.environment ?? null,
    merchant: entry.merchant ?? null,
    target: entry.target ?? null,
    detail: entry.detail ?? {},
    peer: entry.peer ?? null,
  };
  await tx.insert(audit).values({ ...row, hash: chainHash(last, row) });
}

/** Retention may have taken every row: then its last statement says where the chain goes on. */
async function findLastHash(tx: Transaction): Promise<string> {
  const [last] = await tx.select({ hash: audit.hash }).from(audit).orderBy(desc(audit.id)).limit(1);
  if (last) return last.hash;
  const [removed] = await tx.select({ hash: auditAnchor.lastHash }).from(auditAnchor).orderBy(desc(auditAnchor.lastId)).limit(1);
  return removed?.hash ?? "";
}

/** sha256 over the hash before and the row's own values in one fixed order. */
export function chainHash(before: string, row: Omit<typeof audit.$inferSelect, "id" | "hash">): string {
  const values = [
    row.at.toISOString(),
    row.staffId,
    row.actor,
    row.act,
    row.environment,
    row.merchant,
    row.target,
    sortedMembers(row.detail),
    row.peer,
  ];
  return createHash("sha256").update(before).update(JSON.stringify(values)).digest("hex");
}
