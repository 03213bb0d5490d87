import type { ReactNode } from "react";

/** An entry of the palette. `words` is matched besides its label. */
export type PaletteItem = {
  id: string;
  group: "records" | "everywhere" | "pages" | "merchants" | "actions";
  label: string;
  words?: string;
  note?: ReactNode;
  /** The link to open; an entry without one calls `act`. */
  href?: string;
  act?: () => void;
};

/** Entries whose label or words start with every typed word, the best match first; all of them for an empty text. */
export function matchItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const terms = normalize(text).split(/\s+/u).filter(Boolean);
  if (terms.length === 0) return [...items];
  const score = (item: PaletteItem): number => {
    const words = normalize(`${item.label} ${item.words ?? ""}`).split(/[^\p{L}\p{N}]+/u);
    const positions = terms.map((want) => words.findIndex((word) => word.startsWith(want)));
    return positions.includes(-1) ? -1 : positions.reduce((sum, position) => sum + position, 0);
  };
  return items
    .map((item) => ({ item, place: score(item) }))
    .filter(({ place }) => place >= 0)
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

/** Without case and accents, so that "raul" finds "Râul". */
function normalize(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
