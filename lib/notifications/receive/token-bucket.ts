import type { Clock } from "#lib/core/clock.ts";

export type TokenBuckets = { take(key: string): boolean };

type Bucket = { tokens: number; at: number };

const bucketsMax = 10_000;

/** One bucket for each key: `burst` at once, `perSecond` on average. Full buckets are deleted when there are many. */
export function createTokenBuckets({
  perSecond,
  burst,
  clock,
}: {
  perSecond: number;
  burst: number;
  clock: Clock;
}): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  const tokensNow = (bucket: Bucket, now: number) => Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);

  function forgetFull(now: number): void {
    for (const [key, bucket] of buckets) {
      if (tokensNow(bucket, now) >= burst) buckets.delete(key);
    }
  }

  return {
    take(key) {
      const now = clock.monotonic();
      if (buckets.size >= bucketsMax && !buckets.has(key)) forgetFull(now);
      if (buckets.size >= bucketsMax && !buckets.has(key)) return false;
      const tokens = tokensNow(buckets.get(key) ?? { tokens: burst, at: now }, now);
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
      return tokens >= 1;
    },
  };
}
