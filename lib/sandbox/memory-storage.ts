import type { Json, RecordKind, RecordRange, SandboxStorage, StoredRecord } from "./storage.ts";

/** A storage that lives as long as the process: for the sandbox served alone and for tests. */
export function createMemoryStorage(): SandboxStorage {
  const kinds = new Map<string, Map<string, StoredRecord>>();
  const counts = new Map<string, number>();
  /** Only what was put in under a kind is taken out under it. */
  const of = <Value extends Json>(kind: RecordKind<Value>): Map<string, StoredRecord<Value>> => {
    const found = kinds.get(kind) ?? new Map<string, StoredRecord>();
    kinds.set(kind, found);
    return found as Map<string, StoredRecord<Value>>;
  };
  const select = <Value extends Json>(kind: RecordKind<Value>, range: RecordRange): StoredRecord<Value>[] =>
    [...of(kind).values()].filter((record) => isWithin(record, range)).sort(byTime);

  return {
    find: async (kind, key) => copy(of(kind).get(key)),
    findMany: async (kind, keys) => keys.flatMap((key) => copy(of(kind).get(key)) ?? []),
    insert: async (record) => {
      if (of(record.kind).has(record.key)) return false;
      of(record.kind).set(record.key, structuredClone(record));
      return true;
    },
    insertMany: async (records) => {
      for (const record of records)
        if (!of(record.kind).has(record.key)) of(record.kind).set(record.key, structuredClone(record));
    },
    saveMany: async (records) => {
      for (const record of records) of(record.kind).set(record.key, structuredClone(record));
    },
    update: async (kind, key, change) => {
      const { record, result } = change(copy(of(kind).get(key)));
      if (record === null) of(kind).delete(key);
      else if (record !== undefined) of(kind).set(key, structuredClone({ kind, key, ...record }));
      return result;
    },
    remove: async (kind, key) => {
      of(kind).delete(key);
    },
    list: async (kind, { newestFirst = false, offset = 0, limit, ...range }) => {
      const found = select(kind, range);
      if (newestFirst) found.reverse();
      return structuredClone(found.slice(offset, offset + limit));
    },
    listHeads: async (kind, range) => select(kind, range).map(({ key, at, tag }) => ({ key, at, tag })),
    count: async (kind, range) => [...of(kind).values()].filter((record) => isWithin(record, range)).length,
    claimDue: async (kind, { now, leaseMs, limit }) => {
      const due = select(kind, { to: now + 1 }).slice(0, limit);
      for (const record of due) record.at = now + leaseMs;
      return structuredClone(due);
    },
    removeRange: async (kind, range) => {
      for (const record of of(kind).values()) if (isWithin(record, range)) of(kind).delete(record.key);
    },
    increment: async (names) =>
      names.map((name) => {
        const next = (counts.get(name) ?? 0) + 1;
        counts.set(name, next);
        return next;
      }),
    counters: async () => new Map(counts),
    resetCounters: async (prefix) => {
      for (const name of [...counts.keys()]) if (name.startsWith(prefix)) counts.delete(name);
    },
    clear: async (keptKinds) => {
      for (const kind of [...kinds.keys()]) if (!keptKinds.includes(kind)) kinds.delete(kind);
      counts.clear();
    },
  };
}

function copy<Value extends Json>(record: StoredRecord<Value> | undefined): StoredRecord<Value> | undefined {
  return record && structuredClone(record);
}

function isWithin(record: StoredRecord, { group, tags, from, to }: RecordRange): boolean {
  if (group !== undefined && record.group !== group) return false;
  if (tags !== undefined && !tags.includes(record.tag)) return false;
  if (from !== undefined && record.at < from) return false;
  return to === undefined || record.at < to;
}

function byTime(a: StoredRecord, b: StoredRecord): number {
  return a.at - b.at || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}
