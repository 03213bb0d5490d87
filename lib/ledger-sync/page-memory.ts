import { isDeepStrictEqual } from "node:util";
import type { Listing } from "#lib/gateway/types.ts";
import type { PageMemory } from "./reading-memory.ts";
import { readingMemory } from "./reading-memory.ts";

type Source = { merchant: { id: string }; gateway: { listing: Listing } };

/** Resets when the profile changed. */
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
