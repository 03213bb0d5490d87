import { AppError } from "#lib/core/errors.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { consumeRateLimit, type RateLimit } from "#lib/db/staff/rate-limits.ts";

/** Throws `throttled` with the time to wait when one of the limits is reached. */
export async function consumeRateLimits(db: Queryable, tries: readonly RateLimit[]): Promise<void> {
  for (const item of tries) {
    const taken = await consumeRateLimit(db, item);
    if (!taken.granted) throw new AppError("throttled", { retryAfterSeconds: taken.retryAfterSeconds });
  }
}
