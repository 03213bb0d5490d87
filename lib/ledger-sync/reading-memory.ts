import type { Account, CallPace, Listing } from "#lib/gateway/index.ts";
import type { PageMemory } from "./page-memory.ts";

const key = Symbol.for("counterfoil.mirror");

/** What this process knows of readings, by merchant. */
export type ReadingMemory = {
  flights: Map<string, Promise<void>>;
  /** Paces of the readings among them that the background began. */
  paces: Map<string, CallPace>;
  /** Why the last reading failed; gone once one succeeds. */
  failures: Map<string, unknown>;
  accounts: Map<string, { accounts: Account[]; readAtMs: number; listing: Listing }>;
  pages: Map<string, { listing: Listing; memory: PageMemory }>;
};

type Holder = { [key]?: ReadingMemory };

/** On globalThis, since the front door and Next's bundles load their own copies of this module. */
export function readingMemory(): ReadingMemory {
  const holder = globalThis as Holder;
  holder[key] ??= { flights: new Map(), paces: new Map(), failures: new Map(), accounts: new Map(), pages: new Map() };
  return holder[key];
}
