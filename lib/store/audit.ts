import { createHash } from "node:crypto";
import { desc, sql } from "drizzle-orm";
import { sortedMembers } from "../core/sorted-members.ts";
import type { Vault } from "../vault/vault.ts";
import type { Database, Transaction } from "./open-store.ts";
import { keepName, readNames } from "./person-names.ts";
import { audit, auditAnchor } from "./schema/audit.ts";

export type AuditEntry = {
  at: Date;
  staffId: string | null;
  /** A person's e-mail address, here and as target, is kept as what stands for it. */
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
export async function recordAudit({ db, vault }: { db: Database; vault: Vault }, entry: AuditEntry): Promise<void> {
  await db.transaction((tx) => recordAuditIn(tx, vault, entry));
}

/** The same inside a transaction of the caller's: the act and its audit row are committed together. */
export async function recordAuditIn(tx: Transaction, vault: Vault, entry: AuditEntry): Promise<void> {
  await lockAudit(tx);
  const last = await findLastHash(tx);
  const nameOf = await readNames({ db: tx, vault });
  const row = {
    at: entry.at,
    staffId: entry.staffId,
    actor: nameOf(entry.actor),
    act: entry.act,
    environment: entry.environment ?? null,
    merchant: entry.merchant ?? null,
    target: entry.target ?? null,
    detail: entry.detail ?? {},
    peer: entry.peer ?? null,
  };
  const id = await takeId(tx);
  const { detail, ...plain } = row;
  await tx.insert(audit).values({
    ...plain,
    id,
    actor: await keepName(tx, vault, row.actor),
    target: row.target === null ? null : await keepName(tx, vault, row.target),
    sealedDetail: sealDetail(vault, id, detail),
    hash: chainHash(last, row),
  });
}

async function takeId(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('audit', 'id')) as id`);
  return rows[0]?.id ?? 0;
}

/** What is said of an act may hold what a person typed or looked for. */
function sealDetail(vault: Vault, id: number, detail: unknown): Buffer | null {
  if (Object.keys(detail ?? {}).length === 0) return null;
  return vault.seal(JSON.stringify(detail), { table: "audit", row: String(id), column: "sealed_detail" });
}

/** Throws VaultError when it was changed or moved to another row. */
export function openDetail(vault: Vault, { id, sealedDetail }: { id: number; sealedDetail: Buffer | null }): unknown {
  if (sealedDetail === null) return {};
  return JSON.parse(vault.open(sealedDetail, { table: "audit", row: String(id), column: "sealed_detail" }).toString("utf8"));
}

/** Retention may have taken every row: then its last statement says where the chain goes on. */
async function findLastHash(tx: Transaction): Promise<string> {
  const [last] = await tx.select({ hash: audit.hash }).from(audit).orderBy(desc(audit.id)).limit(1);
  if (last) return last.hash;
  const [removed] = await tx.select({ hash: auditAnchor.lastHash }).from(auditAnchor).orderBy(desc(auditAnchor.lastId)).limit(1);
  return removed?.hash ?? "";
}

/** sha256 over the hash before and the row's own values in one fixed order, names and detail as they read opened. */
export function chainHash(
  before: string,
  row: Omit<typeof audit.$inferSelect, "id" | "hash" | "sealedDetail"> & { detail: unknown },
): string {
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
