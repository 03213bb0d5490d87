import { isDeepStrictEqual } from "node:util";
import type { Listing } from "#lib/gateway/types.ts";
import { readingMemory } from "./reading-memory.ts";

/** What is known of a gateway's lists, by merchant: from its profile and from responses since. */
export type PageMemory = {
  /** The longest page returned for each requested size: a shorter one is the last. */
  longest: Map<number, number>;
  /** A second page repeated the first one. */
  ignoresPage: boolean;
  /** How many days after today may be requested. */
  daysAhead: number;
  /** Rows of the last requested day were returned: `to_date` is the end of its day. */
  bringsLastDay: boolean;
};

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
