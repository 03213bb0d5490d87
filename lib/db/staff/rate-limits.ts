import { eq, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { signInTry } from "../schema/staff.ts";

/** A rate limit of `capacity` attempts that refills by `perSecond`. */
export type RateLimit = { key: string; capacity: number; perSecond: number };

export type RateLimitResult = { granted: true } | { granted: false; retryAfterSeconds: number };

const now = sql`clock_timestamp()`;

/** Consumes one attempt in one statement, safe for concurrent processes. By the database's clock. */
export async function consumeRateLimit(db: Queryable, { key, capacity, perSecond }: RateLimit): Promise<RateLimitResult> {
  const filled = sql`least(${capacity}, ${signInTry.left} + greatest(0, extract(epoch from ${now} - ${signInTry.at})) * ${perSecond}::float8)`;
  const consumed = await db
    .insert(signInTry)
    .values({ key, left: capacity - 1 })
    .onConflictDoUpdate({
      target: signInTry.key,
      set: { left: sql`${filled} - 1`, at: now },
      setWhere: sql`${filled} >= 1`,
    })
    .returning({ key: signInTry.key });
  if (consumed.length > 0) return { granted: true };
  const [row] = await db
    .select({ left: sql<number>`${filled}` })
    .from(signInTry)
    .where(eq(signInTry.key, key));
  return { granted: false, retryAfterSeconds: Math.max(1, Math.ceil((1 - (row?.left ?? 1)) / perSecond)) };
}

/** After a success: returns the attempt. Also deletes rows that have long been full again. */
export async function refundRateLimit(db: Queryable, { key, capacity }: RateLimit): Promise<void> {
  await db
    .update(signInTry)
    .set({ left: sql`least(${capacity}, ${signInTry.left} + 1)` })
    .where(eq(signInTry.key, key));
  await db.delete(signInTry).where(sql`${signInTry.at} < ${now} - interval '1 hour'`);
}
