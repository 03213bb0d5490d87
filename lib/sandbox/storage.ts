/** Plain JSON; what every record of the sandbox is made of. */
export type Json = string | number | boolean | null | { [name: string]: Json | undefined } | Json[];

declare const held: unique symbol;

/** The name of a kind of record, typed by what its records hold; a bare string names one that holds any JSON. */
export type RecordKind<Value extends Json = Json> = string & { readonly [held]?: Value };

/**
 * One stored record. Lists filter by `group` (a merchant or terminal) and `at` (a time in ms);
 * `tag` is a short word readable without the value.
 */
export type StoredRecord<Value extends Json = Json> = {
  kind: RecordKind<Value>;
  key: string;
  group: string;
  at: number;
  tag: string;
  value: NoInfer<Value>;
};

export type RecordRange = { group?: string; tags?: readonly string[]; from?: number; to?: number };

export type RecordHead = { key: string; at: number; tag: string };

/** What `update` does with a record: `undefined` leaves it, `null` removes it, anything else replaces it. */
export type RecordChange<Value extends Json = Json> = RecordBody<Value> | null | undefined;

export type RecordBody<Value extends Json = Json> = Omit<StoredRecord<Value>, "kind" | "key">;

/**
 * Where tokens, failures, payments, orders, due deliveries, keys and the epoch live: a small store of records
 * that several processes may share. In memory for `npm run sandbox`, PostgreSQL for the app.
 */
export type SandboxStorage = {
  find<Value extends Json>(kind: RecordKind<Value>, key: string): Promise<StoredRecord<Value> | undefined>;
  /** The records that exist, in the order of `keys`. */
  findMany<Value extends Json>(kind: RecordKind<Value>, keys: readonly string[]): Promise<StoredRecord<Value>[]>;
  /** False, and nothing changed, when the key is taken. */
  insert<Value extends Json>(record: StoredRecord<Value>): Promise<boolean>;
  /** Inserts many at once; those whose key is taken are left out. */
  insertMany<Value extends Json>(records: readonly StoredRecord<Value>[]): Promise<void>;
  /** Inserts or replaces many at once. */
  saveMany<Value extends Json>(records: readonly StoredRecord<Value>[]): Promise<void>;
  /** Runs `change` on the record (or its absence) alone: no other update of the same key happens meanwhile. */
  update<Result, Value extends Json>(
    kind: RecordKind<Value>,
    key: string,
    change: (record: StoredRecord<Value> | undefined) => { record: RecordChange<Value>; result: Result },
  ): Promise<Result>;
  remove(kind: string, key: string): Promise<void>;
  /** Oldest first by `at`, then key; `newestFirst` turns both. `from` is inclusive, `to` exclusive. */
  list<Value extends Json>(
    kind: RecordKind<Value>,
    range: RecordRange & { newestFirst?: boolean; offset?: number; limit: number },
  ): Promise<StoredRecord<Value>[]>;
  /** All of a range without the values, oldest first. */
  listHeads(kind: string, range: RecordRange): Promise<RecordHead[]>;
  count(kind: string, range: RecordRange): Promise<number>;
  /** Claims records due at `now` and moves their `at` by the lease, so that no other process claims them meanwhile. */
  claimDue<Value extends Json>(
    kind: RecordKind<Value>,
    options: { now: number; leaseMs: number; limit: number },
  ): Promise<StoredRecord<Value>[]>;
  removeRange(kind: string, range: RecordRange): Promise<void>;
  /** Adds one to each name; returns the new values in order. */
  increment(names: readonly string[]): Promise<number[]>;
  counters(): Promise<Map<string, number>>;
  resetCounters(prefix: string): Promise<void>;
  /** Deletes all counters, and every record except those of `keptKinds`. */
  clear(keptKinds: readonly string[]): Promise<void>;
};
