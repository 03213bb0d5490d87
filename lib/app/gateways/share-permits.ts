import pLimit, { type LimitFunction } from "p-limit";
import type { PairRef, PermitLedger } from "#lib/gateway/permit.ts";

/**
 * A permit waits for its integration's row lock, so permits of one environment use at most half of the connections: a locked
 * row does not delay other environments.
 */
export function sharePermits(permits: PermitLedger, connections: number): PermitLedger {
  const limits = new Map<string, LimitFunction>();
  const limitOf = (environment: string) => {
    const limit = limits.get(environment) ?? pLimit(Math.max(1, Math.floor(connections / 2)));
    limits.set(environment, limit);
    return limit;
  };
  const share =
    <Rest extends unknown[], Result, Ref extends PairRef>(act: (ref: Ref, ...rest: Rest) => Promise<Result>) =>
    (ref: Ref, ...rest: Rest) =>
      limitOf(ref.pair.environment)(() => act(ref, ...rest));
  return {
    acquire: share(permits.acquire),
    report: share(permits.report),
    read: share(permits.read),
    markStale: share(permits.markStale),
    status: share(permits.status),
    counterWasReset: share(permits.counterWasReset),
    close: permits.close,
  };
}
