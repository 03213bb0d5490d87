import { and, asc, count, desc, eq, gt, lt, max, min, sql } from "drizzle-orm";
import type { Database, Queryable, Transaction } from "../connection/open-store.ts";
import { audit, auditAnchor } from "../schema/audit.ts";
import { lockAudit } from "./audit.ts";

export type AuditAnchor = typeof auditAnchor.$inferSelect;
export type AuditStatement = Pick<AuditAnchor, "kind" | "at" | "firstId" | "lastId" | "rows" | "lastHash">;
type Sign = (statement: AuditStatement) => string;

const rowsAtOnce = 1_000;

export async function listAnchors(db: Queryable): Promise<AuditAnchor[]> {
  return db.select().from(auditAnchor).orderBy(asc(auditAnchor.lastId), asc(auditAnchor.id));
}

/** Signs the current chain and returns the statement; undefined when it has not grown since the last one. */
export async function anchorChain(db: Database, { at, sign }: { at: Date; sign: Sign }): Promise<AuditStatement | undefined> {
  return db.transaction(async (tx) => {
    await lockAudit(tx);
    const [newest] = await tx.select({ lastId: max(auditAnchor.lastId) }).from(auditAnchor);
    const statement = await summarise(tx, { kind: "checkpoint", at, after: newest?.lastId ?? 0, before: undefined });
    if (statement) await tx.insert(auditAnchor).values({ ...statement, signature: sign(statement) });
    return statement;
  });
}

/**
 * Removes rows older than `before`, in batches, after signing a statement about them, unless `check` throws first. The next run
 * finishes one that was interrupted in between. Returns how many rows were removed.
 */
export async function removeAuditBefore(
  db: Database,
  { at, before, sign, check }: { at: Date; before: Date; sign: Sign; check?: (tx: Transaction) => Promise<void> },
): Promise<number> {
  await db.transaction(async (tx) => {
    await check?.(tx);
    await lockAudit(tx);
    const statement = await summarise(tx, { kind: "removal", at, after: (await findRemovedTo(tx)) ?? 0, before });
    if (statement) await tx.insert(auditAnchor).values({ ...statement, signature: sign(statement) });
  });
  let removed = 0;
  for (let batch = rowsAtOnce; batch === rowsAtOnce; removed += batch) {
    // A function, since whoever serves may not delete here otherwise. It goes as far as the statements say.
    const { rows } = await db.execute<{ removed: number }>(sql`select remove_audit_rows(${rowsAtOnce}) as removed`);
    batch = rows[0]?.removed ?? 0;
  }
  return removed;
}

async function findRemovedTo(db: Queryable): Promise<number | null> {
  const [row] = await db
    .select({ lastId: max(auditAnchor.lastId) })
    .from(auditAnchor)
    .where(eq(auditAnchor.kind, "removal"));
  return row?.lastId ?? null;
}

type Span = { kind: AuditAnchor["kind"]; at: Date; after: number; before: Date | undefined };

/** Only a contiguous run from the oldest remaining row may be removed: the first younger row ends it. */
async function summarise(db: Queryable, { kind, at, after, before }: Span): Promise<AuditStatement | undefined> {
  const firstKept = before && (await findFirstKept(db, after, before));
  const inSpan = and(gt(audit.id, after), firstKept ? lt(audit.id, firstKept) : undefined);
  const [span] = await db
    .select({ firstId: min(audit.id), lastId: max(audit.id), rows: count() })
    .from(audit)
    .where(inSpan);
  if (!span?.firstId || !span.lastId) return undefined;
  const [last] = await db.select({ hash: audit.hash }).from(audit).where(inSpan).orderBy(desc(audit.id)).limit(1);
  return { kind, at, firstId: span.firstId, lastId: span.lastId, rows: span.rows, lastHash: last?.hash ?? "" };
}

async function findFirstKept(db: Queryable, after: number, before: Date): Promise<number | undefined> {
  const rows = db.select({ id: audit.id, at: audit.at }).from(audit).where(gt(audit.id, after)).as("rows");
  const [first] = await db
    .select({ id: min(rows.id) })
    .from(rows)
    .where(gt(rows.at, new Date(before.getTime() - 1)));
  return first?.id ?? undefined;
}
