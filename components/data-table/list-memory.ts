/** Scroll position and focused row of a list when the user left it. */
export type ListPlace = { scrolled: number; rowKey?: string; selection?: unknown };

const positions = new Map<string, ListPlace>();
const placesMax = 50;
const backMs = 5_000;
let wentBackAt = Number.NEGATIVE_INFINITY;

if (typeof window !== "undefined") {
  addEventListener("popstate", () => {
    wentBackAt = performance.now();
  });
}

/** The address of the list as it is now: a list with new filters may be rendered before the address changes. */
export function addressNow(): string {
  return location.pathname + location.search;
}

/** Saves part of a list's position under its address. */
export function rememberPlace(address: string, change: Partial<ListPlace>): void {
  const position = { scrolled: 0, ...positions.get(address), ...change };
  positions.delete(address);
  positions.set(address, position);
  const [oldest] = positions.keys();
  if (positions.size > placesMax && oldest !== undefined) positions.delete(oldest);
}

/** Whether the browser's back or forward has just led here, and no link. */
export function hasGoneBack(): boolean {
  return performance.now() - wentBackAt < backMs;
}

/** The position to restore; only after the browser's back or forward, not after a link. */
export function recallPlace(address: string): ListPlace | undefined {
  return hasGoneBack() ? positions.get(address) : undefined;
}
