import { isDeepStrictEqual } from "node:util";
import type { Listing } from "#lib/gateway/index.ts";
import { readingMemory } from "./reading-memory.ts";

/** What a gateway has shown of its lists, by merchant: what its profile says, and what came since. */
export type PageMemory = {
  /** The longest page that came for each size asked for: a shorter one has nothing behind it. */
  longest: Map<number, number>;
  /** A second page brought the first one again. */
  ignoresPage: boolean;
  /** How many days after today may be asked for. */
  daysAhead: number;
  /** Rows of the very last day that was asked for came: `to_date` is the end of its day. */
  bringsLastDay: boolean;
};

type Source = { merchant: { id: string }; gateway: { listing: Listing } };

/** Begins anew when the profile changed. */
export function pageMemoryOf({ merchant, gateway: { listing } }: Source): PageMemory {
  const { pages } = readingMemory();
  const known = pages.get(merchant.id);
  if (known && isDeepStrictEqual(known.listing, listing)) return known.memory;
  const memory: PageMemory = {
    longest: new Map(),
    ignoresPage: listing.ignoresPage,
    daysAhead: listing.refusesFutureDates ? 0 : Number.POSITIVE_INFINITY,
    bringsLastDay: listing.takesLastDayWhole,
  };
  pages.set(merchant.id, { listing, memory });
  return memory;
}

export function notePageLength({ longest }: PageMemory, { asked, came }: { asked: number; came: number }): void {
  longest.set(asked, Math.max(longest.get(asked) ?? 0, came));
}
