import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { sortedMembers } from "#lib/core/canonical-json.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Database, Transaction } from "../connection/open-store.ts";
import { audit, auditAnchor } from "../schema/audit.ts";
import { findName, storeName } from "../staff/person-names.ts";

export type AuditEntry = {
  at: Date;
  staffId: string | null;
  /** An e-mail address of staff, here and as target, is stored as its stored name (`person-names.ts`). */
  actor: string;
  /** The action, as `thing.verb`: "session.created", "notification.raw_read". */
  act: string;
  environment?: string;
  merchant?: string;
  target?: string;
  detail?: Record<string, unknown>;
  peer?: string | null;
};

const auditLock = 4_242_002;

/** No one else appends to the chain until the transaction ends. */
export async function lockAudit(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${auditLock})`);
}

/** Appends one row to the hash chain; concurrent writers wait for each other's transaction. */
export async function recordAudit({ db, vault }: { db: Database; vault: Vault }, entry: AuditEntry): Promise<void> {
  await db.transaction((tx) => recordAuditIn(tx, vault, entry));
}

/**
 * The same inside the caller's transaction: the action and its audit row are committed together. All writers wait for
 * this lock, so call it as late as possible and commit soon after.
 */
export async function recordAuditIn(tx: Transaction, vault: Vault, entry: AuditEntry): Promise<void> {
  const row = {
    at: entry.at,
    staffId: entry.staffId,
    actor: await findName(tx, vault, entry.actor),
    act: entry.act,
    environment: entry.environment ?? null,
    merchant: entry.merchant ?? null,
    target: entry.target ?? null,
    detail: entry.detail ?? {},
    peer: entry.peer ?? null,
  };
  const actor = await storeName(tx, vault, row.actor);
  const target = row.target === null ? null : await storeName(tx, vault, row.target);
  const { detail, ...plain } = row;
  await lockAudit(tx);
  const { id, lastHash } = await reserveNext(tx);
  const values = { ...plain, id, actor, target, sealedDetail: sealDetail(vault, id, detail), hash: chainHash(lastHash, row) };
  await tx.insert(audit).values(values);
}

/**
 * The next id and the previous hash. If retention removed every row, the last statement has them. One statement while
 * the lock is held, but not the one that takes it: that one would not see what was committed while it waited.
 */
async function reserveNext(tx: Transaction): Promise<{ id: number; lastHash: string }> {
  const { rows } = await tx.execute<{ id: string; hash: string }>(sql`
    select nextval(pg_get_serial_sequence('audit', 'id')) as id, coalesce(
      (select hash from ${audit} order by id desc limit 1),
      (select last_hash from ${auditAnchor} order by last_id desc limit 1),
      '') as hash`);
  const [next] = rows;
  if (!next) throw new Error("The audit's sequence gave no id.");
  return { id: Number(next.id), lastHash: next.hash };
}

/** The detail may contain what staff typed or searched for, so it is sealed. */
function sealDetail(vault: Vault, id: number, detail: unknown): Buffer | null {
  if (Object.keys(detail ?? {}).length === 0) return null;
  return vault.seal(JSON.stringify(detail), { table: "audit", row: String(id), column: "sealed_detail" });
}

/** Throws VaultError when it was changed or moved to another row. */
export function openDetail(vault: Vault, { id, sealedDetail }: { id: number; sealedDetail: Buffer | null }): unknown {
  if (sealedDetail === null) return {};
  return JSON.parse(vault.open(sealedDetail, { table: "audit", row: String(id), column: "sealed_detail" }).toString("utf8"));
}

/** sha256 over the previous hash and the row's own values in a fixed order, with names and detail in plain text. */
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
