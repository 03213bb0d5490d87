import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database, Queryable } from "./open-store.ts";
import { mirrorRun } from "./schema/mirror.ts";

export type MirrorRun = typeof mirrorRun.$inferSelect;

const open = inArray(mirrorRun.state, ["queued", "running"]);

type NewRun = Pick<MirrorRun, "environment" | "merchantId" | "kind" | "fromDay" | "toDay" | "daysTotal" | "requestedBy">;

/** Asks for a run; the merchant's open run of the kind instead, where there is one. */
export async function requestMirrorRun(db: Database, run: NewRun & { at: Date }): Promise<MirrorRun> {
  const { at, ...content } = run;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4242011, hashtext(${run.merchantId}))`);
    const [same] = await tx
      .select()
      .from(mirrorRun)
      .where(and(eq(mirrorRun.merchantId, run.merchantId), eq(mirrorRun.kind, run.kind), open))
      .limit(1);
    if (same) return same;
    const [made] = await tx
      .insert(mirrorRun)
      .values({ ...content, state: "queued", dueAt: sql`now()`, createdAt: at, updatedAt: at })
      .returning();
    if (!made) throw new Error("A run was not stored.");
    return made;
  });
}

/** The open run that has waited longest or whose process died, now held by `holder`; undefined when nothing is due. */
export async function claimMirrorRun(
  db: Queryable,
  { holder, lifeMs }: { holder: string; lifeMs: number },
): Promise<MirrorRun | undefined> {
  const due = db
    .select({ id: mirrorRun.id })
    .from(mirrorRun)
    .where(and(open, lt(mirrorRun.dueAt, sql`now()`)))
    .orderBy(mirrorRun.dueAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [run] = await db
    .update(mirrorRun)
    .set({
      state: "running",
      holder,
      dueAt: sql`now() + ${lifeMs} * interval '1 millisecond'`,
      startedAt: sql`coalesce(${mirrorRun.startedAt}, now())`,
    })
    .where(inArray(mirrorRun.id, due))
    .returning();
  return run;
}

type Progress = Partial<
  Pick<
    MirrorRun,
    "rows" | "changed" | "pages" | "daysDone" | "checkedDay" | "differing" | "problem" | "state" | "endedAt" | "failures"
  >
>;

/** Notes how far the run is and keeps it for `lifeMs` more. False when it is no longer this holder's: stopped, or taken over. */
export async function noteMirrorRun(
  db: Queryable,
  { id, holder, lifeMs, ...progress }: Progress & { id: string; holder: string; lifeMs: number },
): Promise<boolean> {
  const rows = await db
    .update(mirrorRun)
    .set({ ...progress, updatedAt: sql`now()`, dueAt: sql`now() + ${lifeMs} * interval '1 millisecond'` })
    .where(and(eq(mirrorRun.id, id), eq(mirrorRun.holder, holder), eq(mirrorRun.state, "running")))
    .returning({ id: mirrorRun.id });
  return rows.length > 0;
}

/** Ends an open run; the process that works on it notices at its next note. */
export async function stopMirrorRun(
  db: Queryable,
  { id, merchantId, at }: { id: string; merchantId: string; at: Date },
): Promise<MirrorRun | undefined> {
  await db
    .update(mirrorRun)
    .set({ state: "stopped", endedAt: at, updatedAt: at })
    .where(and(eq(mirrorRun.id, id), eq(mirrorRun.merchantId, merchantId), open));
  const [run] = await db
    .select()
    .from(mirrorRun)
    .where(and(eq(mirrorRun.id, id), eq(mirrorRun.merchantId, merchantId)));
  return run;
}

/** The newest first. */
export function listMirrorRuns(
  db: Queryable,
  { merchantId, limit }: { merchantId: string; limit: number },
): Promise<MirrorRun[]> {
  return db.select().from(mirrorRun).where(eq(mirrorRun.merchantId, merchantId)).orderBy(desc(mirrorRun.createdAt)).limit(limit);
}
