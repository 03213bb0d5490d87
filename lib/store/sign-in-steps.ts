import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { signInStep } from "./schema/staff.ts";

export async function insertSignInStep(
  db: Queryable,
  { idHash, staffId, lifetimeMs, tries }: { idHash: string; staffId: string; lifetimeMs: number; tries: number },
): Promise<void> {
  await db.delete(signInStep).where(lt(signInStep.expiresAt, sql`now()`));
  const expiresAt = sql`now() + ${lifetimeMs} * interval '1 millisecond'`;
  await db.insert(signInStep).values({ idHash, staffId, triesLeft: tries, expiresAt });
}

/** Takes one try of a step that still has one, and tells whose it is; undefined otherwise. */
export async function takeStepTry(db: Queryable, idHash: string): Promise<{ staffId: string } | undefined> {
  const [row] = await db
    .update(signInStep)
    .set({ triesLeft: sql`${signInStep.triesLeft} - 1` })
    .where(and(eq(signInStep.idHash, idHash), gt(signInStep.triesLeft, 0), gt(signInStep.expiresAt, sql`now()`)))
    .returning({ staffId: signInStep.staffId });
  return row;
}

export async function deleteSignInStep(db: Queryable, idHash: string): Promise<void> {
  await db.delete(signInStep).where(eq(signInStep.idHash, idHash));
}
