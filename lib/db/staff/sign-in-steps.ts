import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { signInStep } from "../schema/staff.ts";

type NewStep = { idHash: string; staffId: string; lifetimeMs: number; tries: number; authenticatedAt: Date | undefined };

export async function insertSignInStep(
  db: Queryable,
  { idHash, staffId, lifetimeMs, tries, authenticatedAt }: NewStep,
): Promise<void> {
  await db.delete(signInStep).where(lt(signInStep.expiresAt, sql`now()`));
  const expiresAt = sql`now() + ${lifetimeMs} * interval '1 millisecond'`;
  await db
    .insert(signInStep)
    .values({ idHash, staffId, triesLeft: tries, expiresAt, ...(authenticatedAt ? { authenticatedAt } : {}) });
}

/**
 * Consumes one attempt of a step; returns its staff member and when the first factor was given, or undefined when none
 * is left.
 */
export async function consumeStepTry(
  db: Queryable,
  idHash: string,
): Promise<{ staffId: string; authenticatedAt: Date } | undefined> {
  const [row] = await db
    .update(signInStep)
    .set({ triesLeft: sql`${signInStep.triesLeft} - 1` })
    .where(and(eq(signInStep.idHash, idHash), gt(signInStep.triesLeft, 0), gt(signInStep.expiresAt, sql`now()`)))
    .returning({ staffId: signInStep.staffId, authenticatedAt: signInStep.authenticatedAt });
  return row;
}

export async function deleteSignInStep(db: Queryable, idHash: string): Promise<void> {
  await db.delete(signInStep).where(eq(signInStep.idHash, idHash));
}
