import type { Account } from "#lib/gateway/records.ts";
import type { CallPace, Listing } from "#lib/gateway/types.ts";

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

const key = Symbol.for("counterfoil.ledgerSync");

/** The readings of this process, by merchant. */
export type ReadingMemory = {
  flights: Map<string, Promise<void>>;
  /** Paces of the background readings among them. */
  paces: Map<string, CallPace>;
  /** Why and when the last reading failed, but for trouble of our own; removed once one succeeds. */
  failures: Map<string, { cause: unknown; atMs: number }>;
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
