/** Plain JSON; what every record of the sandbox is made of. */
export type Json = string | number | boolean | null | { [name: string]: Json | undefined } | Json[];

/**
 * One thing the sandbox remembers. `group` and `at` are what lists go by (a merchant or terminal, a time in ms);
 * `tag` is a short word readable without the value.
 */
export type StoredRecord = { kind: string; key: string; group: string; at: number; tag: string; value: Json };

export type RecordRange = { group?: string; from?: number; to?: number };

export type RecordHead = { key: string; at: number; tag: string };

/** What `update` does with a record: `undefined` leaves it, `null` removes it, anything else replaces it. */
export type RecordChange = Omit<StoredRecord, "kind" | "key"> | null | undefined;

/**
 * Where tokens, failures, payments, orders, due deliveries, keys and the epoch live: a small store of records
 * that several processes may share. In memory for `npm run sandbox`, PostgreSQL for the desk.
 */
export type SandboxStorage = {
  find(kind: string, key: string): Promise<StoredRecord | undefined>;
  /** The records that exist, in the order of `keys`. */
  findMany(kind: string, keys: readonly string[]): Promise<StoredRecord[]>;
  /** False, and nothing changed, when the key is taken. */
  insert(record: StoredRecord): Promise<boolean>;
  /** Runs `change` on the record (or its absence) alone: no other update of the same key happens meanwhile. */
  update<Result>(
    kind: string,
    key: string,
    change: (record: StoredRecord | undefined) => { record: RecordChange; result: Result },
  ): Promise<Result>;
  remove(kind: string, key: string): Promise<void>;
  /** Oldest first by `at`, then key; `newestFirst` turns both. `from` is inclusive, `to` exclusive. */
  list(kind: string, range: RecordRange & { newestFirst?: boolean; offset?: number; limit: number }): Promise<StoredRecord[]>;
  /** All of a range without the values, oldest first. */
  listHeads(kind: string, range: RecordRange): Promise<RecordHead[]>;
  count(kind: string, range: RecordRange): Promise<number>;
  /** Takes records due at `now` and moves their `at` on by the lease, so that no other process takes them meanwhile. */
  claimDue(kind: string, options: { now: number; leaseMs: number; limit: number }): Promise<StoredRecord[]>;
  removeRange(kind: string, range: RecordRange): Promise<void>;
  /** Adds one to each name; returns the new values in order. */
  increment(names: readonly string[]): Promise<number[]>;
  counters(): Promise<Map<string, number>>;
  resetCounters(prefix: string): Promise<void>;
  /** Forgets every record but those of the kinds named, and all counters. */
  clear(keptKinds: readonly string[]): Promise<void>;
};
