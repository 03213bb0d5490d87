import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "./clock.ts";

const turnMs = 10;

type Limits = { clock: Pick<Clock, "monotonic"> /** For all of them together. */; limitMs?: number };

/**
 * Maps items for a few milliseconds per turn of the event loop, so that background work does not delay responses of
 * this process. After `limitMs` it returns the results so far; at least one.
 */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  { clock, limitMs = Number.POSITIVE_INFINITY }: Limits,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const startedAt = clock.monotonic();
  let turnEndsAt = startedAt + turnMs;
  for (const item of items) {
    const now = clock.monotonic();
    if (results.length > 0 && now - startedAt >= limitMs) break;
    if (now >= turnEndsAt) {
      await nextTurn();
      turnEndsAt = clock.monotonic() + turnMs;
    }
    results.push(map(item));
  }
  return results;
}
