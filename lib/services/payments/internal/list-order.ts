import type { GatewayPayment } from "#lib/gateway/records.ts";

/**
 * Reads pages of a terminal's payments, whose order no document states. Returns true once a page is entirely before the time, while
 * every page so far had the newest first: the rest of the list is older still.
 */
export function watchNewestFirst(before: Date): (rows: readonly Pick<GatewayPayment, "createdAt">[]) => boolean {
  let isFalling = true;
  let lastMs = Number.POSITIVE_INFINITY;
  return (rows) => {
    const times = rows.flatMap(({ createdAt }) => (createdAt ? [createdAt.getTime()] : []));
    for (const ms of times) {
      isFalling &&= ms <= lastMs;
      lastMs = ms;
    }
    return isFalling && times.length > 0 && times.length === rows.length && times.every((ms) => ms < before.getTime());
  };
}
