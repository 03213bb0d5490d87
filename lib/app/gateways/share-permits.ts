import pLimit, { type LimitFunction } from "p-limit";
import type { PairRef, PermitLedger } from "#lib/gateway/index.ts";

/**
 * A permit waits for its integration's row, so those of one environment use no more than half of the connections: a row that
 * somebody holds keeps no other environment waiting.
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
