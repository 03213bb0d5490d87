import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Maps a few items in each turn of the event loop, so that work in the background does not hold up every answer this
 * process owes meanwhile.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  { perTurn }: { perTurn: number },
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += perTurn) {
    if (at > 0) await nextTurn();
    results.push(...items.slice(at, at + perTurn).map(map));
  }
  return results;
}
