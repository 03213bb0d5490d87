/**
 * Where a column stands on a narrow screen, where a row is two lines: what it is and how much, when and what became of it.
 * The rest is read on the record's own page.
 */
export type NarrowPlace = "title" | "value" | "note" | "aside";

type Placed = { key: string; narrow?: NarrowPlace };

/** The place of each column; the first that names one has it. Undefined when none of them names any: then a row is a card. */
export function toNarrowPlaces(columns: readonly Placed[]): ReadonlyMap<string, NarrowPlace> | undefined {
  const taken = new Map<NarrowPlace, string>();
  for (const { key, narrow } of columns) if (narrow !== undefined && !taken.has(narrow)) taken.set(narrow, key);
  if (taken.size === 0) return undefined;
  const places = new Map([...taken].map(([place, key]) => [key, place]));
  const first = columns.find(({ key }) => !places.has(key));
  if (first && !taken.has("title")) places.set(first.key, "title");
  return places;
}
