import { eq, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { signInTry } from "../schema/staff.ts";

/** An allowance of `capacity` tries that fills up again by `perSecond`. */
export type RateLimit = { key: string; capacity: number; perSecond: number };

export type RateLimitResult = { granted: true } | { granted: false; retryAfterSeconds: number };

const now = sql`clock_timestamp()`;

/** Takes one try in one statement, also when several processes do at once. By the database's clock. */
export async function consumeRateLimit(db: Queryable, { key, capacity, perSecond }: RateLimit): Promise<RateLimitResult> {
  const filled = sql`least(${capacity}, ${signInTry.left} + greatest(0, extract(epoch from ${now} - ${signInTry.at})) * ${perSecond}::float8)`;
  const taken = await db
    .insert(signInTry)
    .values({ key, left: capacity - 1 })
    .onConflictDoUpdate({
      target: signInTry.key,
      set: { left: sql`${filled} - 1`, at: now },
      setWhere: sql`${filled} >= 1`,
    })
    .returning({ key: signInTry.key });
  if (taken.length > 0) return { granted: true };
  const [row] = await db
    .select({ left: sql<number>`${filled}` })
    .from(signInTry)
    .where(eq(signInTry.key, key));
  return { granted: false, retryAfterSeconds: Math.max(1, Math.ceil((1 - (row?.left ?? 1)) / perSecond)) };
}

/** After a success: the try counts as not taken. Also forgets what has long been full again. */
export async function refundRateLimit(db: Queryable, { key, capacity }: RateLimit): Promise<void> {
  await db
    .update(signInTry)
    .set({ left: sql`least(${capacity}, ${signInTry.left} + 1)` })
    .where(eq(signInTry.key, key));
  await db.delete(signInTry).where(sql`${signInTry.at} < ${now} - interval '1 hour'`);
}
