import { readingMemory } from "./reading-memory.ts";

/** What a gateway that announces no counts has shown of its paging, by merchant; gone with the process. */
export type PageMemory = {
  /** The longest page that came for each size asked for: a shorter one has nothing behind it. */
  longest: Map<number, number>;
  /** A second page brought the first one again. */
  ignoresPage: boolean;
};

export function pageMemoryOf(merchantId: string): PageMemory {
  const { pages } = readingMemory();
  const known = pages.get(merchantId);
  if (known) return known;
  const made: PageMemory = { longest: new Map(), ignoresPage: false };
  pages.set(merchantId, made);
  return made;
}

export function notePageLength({ longest }: PageMemory, { asked, came }: { asked: number; came: number }): void {
  longest.set(asked, Math.max(longest.get(asked) ?? 0, came));
}
