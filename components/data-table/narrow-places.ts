/**
 * Where a column is shown on a narrow screen, where a row has two lines: what and how much, when, whose in a list of several
 * merchants, and with which outcome. A row that has a status shows it instead of its "aside". The other columns are on the
 * record's own page.
 */
export type NarrowPlace = "title" | "value" | "note" | "merchant" | "aside" | "status";

type Placed = { key: string; narrow?: NarrowPlace };

/** The position of each column; the first column that claims one gets it. Undefined when no column has one: then a row is a card. */
export function toNarrowPlaces(columns: readonly Placed[]): ReadonlyMap<string, NarrowPlace> | undefined {
  const assigned = new Map<NarrowPlace, string>();
  for (const { key, narrow } of columns) if (narrow !== undefined && !assigned.has(narrow)) assigned.set(narrow, key);
  if (assigned.size === 0) return undefined;
  const places = new Map([...assigned].map(([place, key]) => [key, place]));
  const first = columns.find(({ key }) => !places.has(key));
  if (first && !assigned.has("title")) places.set(first.key, "title");
  return places;
}
