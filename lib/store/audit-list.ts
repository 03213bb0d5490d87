import { and, asc, desc, eq, gt, gte, isNull, like, lt, or, type SQL } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { audit } from "./schema/audit.ts";

export type AuditRow = typeof audit.$inferSelect;

export type AuditQuery = {
  environment: string;
  from?: Date | undefined;
  before?: Date | undefined;
  /** Beginning of the act: "payment" finds "payment.refund". */
  act?: string | undefined;
  actor?: string | undefined;
  merchant?: string | undefined;
  target?: string | undefined;
  /** Rows behind this one, newest first. */
  afterId?: number | undefined;
  limit: number;
};

/** Acts in the environment and those that belong to none (staff, sign-in, vault), newest first. */
export async function listAuditRows(db: Queryable, query: AuditQuery): Promise<AuditRow[]> {
  const { environment, from, before, act, actor, merchant, target, afterId, limit } = query;
  const filters: (SQL | undefined)[] = [
    or(eq(audit.environment, environment), isNull(audit.environment)),
    from && gte(audit.at, from),
    before && lt(audit.at, before),
    act === undefined ? undefined : like(audit.act, `${act.replace(/[\\%_]/g, "\\$&")}%`),
    actor === undefined ? undefined : eq(audit.actor, actor),
    merchant === undefined ? undefined : eq(audit.merchant, merchant),
    target === undefined ? undefined : eq(audit.target, target),
    afterId === undefined ? undefined : lt(audit.id, afterId),
  ];
  return db
    .select()
    .from(audit)
    .where(and(...filters))
    .orderBy(desc(audit.id))
    .limit(limit);
}

/** The chain in its own order, a batch at a time, from behind `afterId`. */
export async function* readChain(db: Queryable, afterId: number, rowsAtOnce = 1_000): AsyncGenerator<AuditRow> {
  for (let last = afterId, isEnd = false; !isEnd; ) {
    const rows = await db.select().from(audit).where(gt(audit.id, last)).orderBy(asc(audit.id)).limit(rowsAtOnce);
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    isEnd = rows.length < rowsAtOnce;
  }
}
