import type { Account } from "#lib/gateway/records.ts";
import type { CallPace, Listing } from "#lib/gateway/types.ts";
import type { PageMemory } from "./page-memory.ts";

const key = Symbol.for("counterfoil.mirror");

/** The readings of this process, by merchant. */
export type ReadingMemory = {
  flights: Map<string, Promise<void>>;
  /** Paces of the background readings among them. */
  paces: Map<string, CallPace>;
  /** Why the last reading failed; removed once one succeeds. */
  failures: Map<string, unknown>;
  accounts: Map<string, { accounts: Account[]; readAtMs: number; listing: Listing }>;
  pages: Map<string, { listing: Listing; memory: PageMemory }>;
};

type Holder = { [key]?: ReadingMemory };

/** On globalThis, since the HTTP server and Next's bundles load their own copies of this module. */
export function readingMemory(): ReadingMemory {
  const holder = globalThis as Holder;
  holder[key] ??= { flights: new Map(), paces: new Map(), failures: new Map(), accounts: new Map(), pages: new Map() };
  return holder[key];
}
