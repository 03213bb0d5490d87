import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { type RetentionKind, retention, retentionRun } from "../schema/retention.ts";

export type { RetentionKind } from "../schema/retention.ts";
export type Retention = typeof retention.$inferSelect;
export type RetentionRun = typeof retentionRun.$inferSelect;

/** Stands for the environment of data shared by all of them: the audit. */
export const everywhere = "*";

const runsKept = 100;

/** The retention settings of an environment's own kinds and of the audit, where set. */
export function listRetention(db: Queryable, environment: string): Promise<Retention[]> {
  return db
    .select()
    .from(retention)
    .where(inArray(retention.environment, [environment, everywhere]));
}

/** All retention settings. */
export function listLimitedRetention(db: Queryable): Promise<Retention[]> {
  return db.select().from(retention).where(isNotNull(retention.days)).orderBy(retention.environment, retention.kind);
}

/** The first day whose rows are retained; undefined: all are. */
export async function findRetainedFrom(db: Queryable, environment: string, kind: RetentionKind): Promise<string | undefined> {
  const [row] = await db
    .select({ keptFrom: retention.keptFrom })
    .from(retention)
    .where(and(eq(retention.environment, environment), eq(retention.kind, kind)));
  return row?.keptFrom ?? undefined;
}

type RetentionKey = Pick<Retention, "environment" | "kind">;

/**
 * Sets the retention time, and the first retained day. An earlier day allows older rows to be stored again; a later one
 * takes effect with the next run.
 */
export async function putRetention(db: Queryable, { keptFrom, ...row }: Omit<Retention, "lastRunAt">): Promise<void> {
  await db
    .insert(retention)
    .values({ ...row, keptFrom: null })
    .onConflictDoUpdate({
      target: [retention.environment, retention.kind],
      set: {
        days: row.days,
        updatedAt: row.updatedAt,
        updatedBy: row.updatedBy,
        keptFrom: sql`case when ${retention.keptFrom} > ${keptFrom}::date then ${keptFrom}::date when ${keptFrom}::date is not null then ${retention.keptFrom} end`,
      },
    });
}

/** Sets the first day with rows of an environment that began with some, unless its retention time is limited. */
export async function setFirstStoredDay(db: Queryable, row: Omit<Retention, "days" | "lastRunAt">): Promise<void> {
  await db
    .insert(retention)
    .values(row)
    .onConflictDoUpdate({
      target: [retention.environment, retention.kind],
      set: { keptFrom: row.keptFrom },
      setWhere: isNull(retention.days),
    });
}

/** Advances the first retained day, never back, if the setting is unchanged since the caller read it. False when it changed. */
export async function moveRetainedFrom(db: Queryable, key: RetentionKey & { days: number; keptFrom: string }): Promise<boolean> {
  const rows = await db
    .update(retention)
    .set({ keptFrom: sql`greatest(${retention.keptFrom}, ${key.keptFrom}::date)` })
    .where(and(isOf(retention, key), eq(retention.days, key.days)))
    .returning({ kind: retention.kind });
  return rows.length > 0;
}

/**
 * Whether the setting is still the one with which the caller moved the first retained day. If so, a change of it waits until
 * the transaction ends.
 */
export async function lockRetention(tx: Queryable, key: RetentionKey & { days: number; keptFrom: string }): Promise<boolean> {
  const rows = await tx
    .select({ kind: retention.kind })
    .from(retention)
    .where(and(isOf(retention, key), eq(retention.days, key.days), gte(retention.keptFrom, key.keptFrom)))
    .for("share");
  return rows.length > 0;
}

export async function recordRetentionCheck(db: Queryable, key: RetentionKey & { at: Date }): Promise<void> {
  await db.update(retention).set({ lastRunAt: key.at }).where(isOf(retention, key));
}

/** Starts the record of a run; deletes the oldest records. */
export async function beginRetentionRun(
  db: Queryable,
  run: Pick<RetentionRun, "environment" | "kind" | "keptFrom" | "startedAt">,
): Promise<number> {
  const [row] = await db.insert(retentionRun).values(run).returning({ id: retentionRun.id });
  const oldestKept = db
    .select({ id: retentionRun.id })
    .from(retentionRun)
    .where(isOf(retentionRun, run))
    .orderBy(desc(retentionRun.id))
    .offset(runsKept - 1)
    .limit(1);
  await db.delete(retentionRun).where(and(isOf(retentionRun, run), lt(retentionRun.id, oldestKept)));
  return row?.id ?? 0;
}

export async function noteRetentionRun(
  db: Queryable,
  {
    id,
    ...change
  }: Pick<RetentionRun, "id"> & Partial<Pick<RetentionRun, "removed" | "months" | "isComplete" | "endedAt" | "problem">>,
): Promise<void> {
  await db.update(retentionRun).set(change).where(eq(retentionRun.id, id));
}

/** The latest runs of an environment and of the audit, newest first, a few of each kind. */
export async function listRetentionRuns(
  db: Queryable,
  { environment, limit }: { environment: string; limit: number },
): Promise<RetentionRun[]> {
  const settings = await listRetention(db, environment);
  const runs = await Promise.all(
    settings.map((key) =>
      db.select().from(retentionRun).where(isOf(retentionRun, key)).orderBy(desc(retentionRun.id)).limit(limit),
    ),
  );
  return runs.flat();
}

function isOf(table: typeof retention | typeof retentionRun, { environment, kind }: RetentionKey) {
  return and(eq(table.environment, environment), eq(table.kind, kind));
}
