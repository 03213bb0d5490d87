import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "./clock.ts";

const turnMs = 10;

type Limits = { clock: Pick<Clock, "monotonic"> /** For all of them together. */; limitMs?: number };

/**
 * Maps items for a few milliseconds in each turn of the event loop, so that work in the background does not hold up
 * every answer this process owes meanwhile. When `limitMs` is over, the results so far are all there are; at least one.
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
