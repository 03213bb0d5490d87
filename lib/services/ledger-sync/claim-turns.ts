import type { SyncKind } from "#lib/db/ledger-sync/sync-claims.ts";

type Working = {
  /** The gateway does not respond: it is tried with one merchant at a time. */
  isAway: boolean;
  concurrency: number;
  /** How many merchants are claimed. */
  working: number;
};

/** How many more merchants to claim. */
export function freeSlots({ isAway, concurrency, working }: Working): number {
  if (isAway) return working === 0 ? 1 : 0;
  // One more of each is claimed in advance, so that claiming takes no time between two readings.
  return working <= concurrency ? 2 * concurrency - working : 0;
}

type Turn = { kind: SyncKind; most: number };

/**
 * The order in which free slots are filled, and how many of a kind may be claimed until then. Lists that stay open leave half to
 * others, and a part of the history is read however many merchants are due: each could take every call for hours.
 */
export function toTurns({ isAway, concurrency }: Omit<Working, "working">): Turn[] {
  const all = 2 * concurrency;
  // A part of the history takes many calls: it may not take the only reading from those that are due.
  const hasRoom = concurrency > 1 && !isAway;
  return [
    { kind: "looked", most: concurrency },
    { kind: "never", most: all },
    { kind: "history", most: hasRoom ? 1 : 0 },
    { kind: "due", most: all },
    { kind: "looked", most: all },
    { kind: "history", most: Math.ceil(concurrency / 2) },
  ];
}
