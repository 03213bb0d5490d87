import { and, desc, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import type { Database, Queryable } from "../connection/open-store.ts";
import { syncRun } from "../schema/sync-run.ts";

export type SyncRun = typeof syncRun.$inferSelect;

const open = inArray(syncRun.state, ["queued", "running"]);

type NewRun = Pick<SyncRun, "environment" | "merchantId" | "kind" | "fromDay" | "toDay" | "daysTotal" | "requestedBy">;

/** Creates a run, or returns the merchant's open run of the kind. */
export async function requestSyncRun(db: Database, run: NewRun & { at: Date }): Promise<SyncRun> {
  const { at, ...content } = run;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4242011, hashtext(${run.merchantId}))`);
    const [same] = await tx
      .select()
      .from(syncRun)
      .where(and(eq(syncRun.merchantId, run.merchantId), eq(syncRun.kind, run.kind), open))
      .limit(1);
    if (same) return same;
    const [made] = await tx
      .insert(syncRun)
      .values({ ...content, state: "queued", dueAt: sql`now()`, createdAt: at, updatedAt: at })
      .returning();
    if (!made) throw new Error("A run was not stored.");
    return made;
  });
}

/**
 * Claims for `holder` the open run that has waited longest or whose process died; undefined when nothing is due. Those that
 * the process works on already are left out with `except`.
 */
export async function claimSyncRun(
  db: Queryable,
  { holder, lifeMs, except = [] }: { holder: string; lifeMs: number; except?: readonly string[] },
): Promise<SyncRun | undefined> {
  // A common table expression runs once; a subquery may run once for each row, and each time claim another.
  const due = db.$with("due").as(
    db
      .select({ id: syncRun.id })
      .from(syncRun)
      .where(and(open, lt(syncRun.dueAt, sql`now()`), notInArray(syncRun.id, [...except])))
      .orderBy(syncRun.dueAt)
      .limit(1)
      .for("update", { skipLocked: true }),
  );
  const [run] = await db
    .with(due)
    .update(syncRun)
    .set({
      state: "running",
      holder,
      dueAt: sql`now() + ${lifeMs} * interval '1 millisecond'`,
      startedAt: sql`coalesce(${syncRun.startedAt}, now())`,
    })
    .where(inArray(syncRun.id, db.select({ id: due.id }).from(due)))
    .returning();
  return run;
}

type Progress = Partial<
  Pick<
    SyncRun,
    "rows" | "changed" | "pages" | "daysDone" | "checkedDay" | "differing" | "problem" | "state" | "endedAt" | "failures"
  >
>;

/**
 * Saves a run's progress and extends its claim by `lifeMs`. False when it no longer belongs to this holder: stopped, or
 * taken over.
 */
export async function updateSyncRun(
  db: Queryable,
  { id, holder, lifeMs, ...progress }: Progress & { id: string; holder: string; lifeMs: number },
): Promise<boolean> {
  const rows = await db
    .update(syncRun)
    .set({ ...progress, updatedAt: sql`now()`, dueAt: sql`now() + ${lifeMs} * interval '1 millisecond'` })
    .where(and(eq(syncRun.id, id), eq(syncRun.holder, holder), eq(syncRun.state, "running")))
    .returning({ id: syncRun.id });
  return rows.length > 0;
}

/** Stops an open run; its process notices when it next saves progress. */
export async function stopSyncRun(
  db: Queryable,
  { id, merchantId, at }: { id: string; merchantId: string; at: Date },
): Promise<SyncRun | undefined> {
  await db
    .update(syncRun)
    .set({ state: "stopped", endedAt: at, updatedAt: at })
    .where(and(eq(syncRun.id, id), eq(syncRun.merchantId, merchantId), open));
  const [run] = await db
    .select()
    .from(syncRun)
    .where(and(eq(syncRun.id, id), eq(syncRun.merchantId, merchantId)));
  return run;
}

/** Newest first. */
export function listSyncRuns(db: Queryable, { merchantId, limit }: { merchantId: string; limit: number }): Promise<SyncRun[]> {
  return db.select().from(syncRun).where(eq(syncRun.merchantId, merchantId)).orderBy(desc(syncRun.createdAt)).limit(limit);
}
