import type { ReactNode } from "react";

/** One thing the palette offers. `words` is what is matched besides its label. */
export type PaletteItem = {
  id: string;
  group: "records" | "everywhere" | "pages" | "merchants" | "actions";
  label: string;
  words?: string;
  note?: ReactNode;
  /** Where it leads; without one `act` does it. */
  href?: string;
  act?: () => void;
};

/** Those whose label or words begin with every word that is typed, the nearest first; all when nothing is. */
export function matchItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const wanted = fold(text).split(/\s+/u).filter(Boolean);
  if (wanted.length === 0) return [...items];
  const score = (item: PaletteItem): number => {
    const words = fold(`${item.label} ${item.words ?? ""}`).split(/[^\p{L}\p{N}]+/u);
    const places = wanted.map((want) => words.findIndex((word) => word.startsWith(want)));
    return places.includes(-1) ? -1 : places.reduce((sum, place) => sum + place, 0);
  };
  return items
    .map((item) => ({ item, place: score(item) }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Without case and accents, so that "raul" finds "Râul". */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
