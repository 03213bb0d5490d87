import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { signInStep } from "./schema/staff.ts";

type NewStep = { idHash: string; staffId: string; lifetimeMs: number; tries: number; provenAt: Date | undefined };

export async function insertSignInStep(db: Queryable, { idHash, staffId, lifetimeMs, tries, provenAt }: NewStep): Promise<void> {
  await db.delete(signInStep).where(lt(signInStep.expiresAt, sql`now()`));
  const expiresAt = sql`now() + ${lifetimeMs} * interval '1 millisecond'`;
  await db.insert(signInStep).values({ idHash, staffId, triesLeft: tries, expiresAt, ...(provenAt ? { provenAt } : {}) });
}

/** Takes one try of a step that still has one, and tells whose it is and when its first factor was given; undefined otherwise. */
export async function takeStepTry(db: Queryable, idHash: string): Promise<{ staffId: string; provenAt: Date } | undefined> {
  const [row] = await db
    .update(signInStep)
    .set({ triesLeft: sql`${signInStep.triesLeft} - 1` })
    .where(and(eq(signInStep.idHash, idHash), gt(signInStep.triesLeft, 0), gt(signInStep.expiresAt, sql`now()`)))
    .returning({ staffId: signInStep.staffId, provenAt: signInStep.provenAt });
  return row;
}

export async function deleteSignInStep(db: Queryable, idHash: string): Promise<void> {
  await db.delete(signInStep).where(eq(signInStep.idHash, idHash));
}
