const key = Symbol.for("counterfoil.mirror.flights");

type Holder = { [key]?: Map<string, Promise<void>> };

/**
 * Readings under way in this process, by merchant. On globalThis, since the front door and Next's bundles load
 * their own copies of this module.
 */
export function readingFlights(): Map<string, Promise<void>> {
  const holder = globalThis as Holder;
  holder[key] ??= new Map();
  return holder[key];
}
