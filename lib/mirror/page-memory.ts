import { readingMemory } from "./reading-memory.ts";

/** What a gateway has shown of its lists, by merchant; gone with the process. */
export type PageMemory = {
  /** The longest page that came for each size asked for: a shorter one has nothing behind it. */
  longest: Map<number, number>;
  /** A second page brought the first one again. */
  ignoresPage: boolean;
  /** A day that has not come yet may not be asked for. */
  refusesTomorrow: boolean;
  /** Rows of the very last day that was asked for came: `to_date` is the end of its day. */
  bringsLastDay: boolean;
};

export function pageMemoryOf(merchantId: string): PageMemory {
  const { pages } = readingMemory();
  const known = pages.get(merchantId);
  if (known) return known;
  const made: PageMemory = { longest: new Map(), ignoresPage: false, refusesTomorrow: false, bringsLastDay: false };
  pages.set(merchantId, made);
  return made;
}

export function notePageLength({ longest }: PageMemory, { asked, came }: { asked: number; came: number }): void {
  longest.set(asked, Math.max(longest.get(asked) ?? 0, came));
}
