/** Where a person was in a list when they left it. */
export type ListPlace = { scrolled: number; rowKey?: string; selection?: unknown };

const places = new Map<string, ListPlace>();
const placesMax = 50;
const backMs = 5_000;
let wentBackAt = Number.NEGATIVE_INFINITY;

if (typeof window !== "undefined") {
  addEventListener("popstate", () => {
    wentBackAt = performance.now();
  });
}

/** A list's address as it stands now: one made anew for other filters may be there before the address tells of them. */
export function addressNow(): string {
  return location.pathname + location.search;
}

/** Keeps part of a list's place under its address. */
export function rememberPlace(address: string, change: Partial<ListPlace>): void {
  const place = { scrolled: 0, ...places.get(address), ...change };
  places.delete(address);
  places.set(address, place);
  const [oldest] = places.keys();
  if (places.size > placesMax && oldest !== undefined) places.delete(oldest);
}

/** The place to return to: only for who came by the browser's back or forward, not by a link. */
export function recallPlace(address: string): ListPlace | undefined {
  return performance.now() - wentBackAt < backMs ? places.get(address) : undefined;
}
