import { and, asc, desc, eq, gte, inArray, like, lt, notInArray, type SQL, sql } from "drizzle-orm";
import type { Json, RecordKind, RecordRange, SandboxStorage, StoredRecord } from "#lib/sandbox/storage.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Database } from "../connection/open-store.ts";
import { sandboxCounter, sandboxRecord } from "../schema/sandbox.ts";

const savedAtOnce = 1_000;

/** On conflict, sets each column to the value of the row that could not be inserted. */
const excluded = {
  group: sql`excluded."group"`,
  at: sql`excluded.at`,
  tag: sql`excluded.tag`,
  sealed: sql`excluded.sealed`,
};

type Parts = { db: Database; vault: Vault };

/** The sandbox's storage in PostgreSQL: shared by all processes, and preserved across restarts. */
export function createSandboxStorage(parts: Parts): SandboxStorage {
  return { ...singleRecords(parts), ...recordRanges(parts), ...counters(parts) };
}

type SingleRecords = Pick<SandboxStorage, "find" | "findMany" | "insert" | "insertMany" | "saveMany" | "update" | "remove">;

function singleRecords({ db, vault }: Parts): SingleRecords {
  return {
    async find(kind, key) {
      const [row] = await db.select().from(sandboxRecord).where(of(kind, key));
      return row && toRecord(vault, row);
    },
    async findMany<Value extends Json>(kind: RecordKind<Value>, keys: readonly string[]) {
      if (keys.length === 0) return [];
      const rows = await db
        .select()
        .from(sandboxRecord)
        .where(and(eq(sandboxRecord.kind, kind), sql`${sandboxRecord.key} = any(${sql.param([...keys])}::text[])`));
      const byKey = new Map(rows.map((row) => [row.key, toRecord<Value>(vault, row)]));
      return keys.flatMap((key) => byKey.get(key) ?? []);
    },
    async insert(record) {
      const rows = await db
        .insert(sandboxRecord)
        .values(toRow(vault, record))
        .onConflictDoNothing()
        .returning({ key: sandboxRecord.key });
      return rows.length > 0;
    },
    async insertMany(records) {
      for (const rows of inChunks(vault, records)) await db.insert(sandboxRecord).values(rows).onConflictDoNothing();
    },
    async saveMany(records) {
      for (const rows of inChunks(vault, records))
        await db
          .insert(sandboxRecord)
          .values(rows)
          .onConflictDoUpdate({ target: [sandboxRecord.kind, sandboxRecord.key], set: excluded });
    },
    update: (kind, key, change) =>
      db.transaction(async (tx) => {
        // The lock also covers a record that does not exist yet; that of the row keeps it from being removed meanwhile.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}\n${key}`}, 4242))`);
        const [row] = await tx.select().from(sandboxRecord).where(of(kind, key)).for("update");
        const { record, result } = change(row && toRecord(vault, row));
        if (record === null) await tx.delete(sandboxRecord).where(of(kind, key));
        else if (record) {
          const { kind: _kind, key: _key, ...set } = toRow(vault, { kind, key, ...record });
          await tx
            .insert(sandboxRecord)
            .values({ kind, key, ...set })
            .onConflictDoUpdate({ target: [sandboxRecord.kind, sandboxRecord.key], set });
        }
        return result;
      }),
    async remove(kind, key) {
      await db.delete(sandboxRecord).where(of(kind, key));
    },
  };
}

type RecordRanges = Pick<SandboxStorage, "list" | "listHeads" | "count" | "claimDue" | "removeRange">;

function recordRanges({ db, vault }: Parts): RecordRanges {
  return {
    async list(kind, { newestFirst = false, offset = 0, limit, ...range }) {
      const order = newestFirst ? desc : asc;
      const rows = await db
        .select()
        .from(sandboxRecord)
        .where(within(kind, range))
        .orderBy(order(sandboxRecord.at), order(sandboxRecord.key))
        .limit(limit)
        .offset(offset);
      return rows.map((row) => toRecord(vault, row));
    },
    listHeads: (kind, range) =>
      db
        .select({ key: sandboxRecord.key, at: sandboxRecord.at, tag: sandboxRecord.tag })
        .from(sandboxRecord)
        .where(within(kind, range))
        .orderBy(asc(sandboxRecord.at), asc(sandboxRecord.key)),
    count: (kind, range) => db.$count(sandboxRecord, within(kind, range)),
    async claimDue(kind, { now, leaseMs, limit }) {
      // A common table expression runs once; a subquery may run once for each row, and each time claim others.
      const due = db.$with("due").as(
        db
          .select({ key: sandboxRecord.key })
          .from(sandboxRecord)
          .where(within(kind, { to: now + 1 }))
          .orderBy(asc(sandboxRecord.at))
          .limit(limit)
          .for("update", { skipLocked: true }),
      );
      const rows = await db
        .with(due)
        .update(sandboxRecord)
        .set({ at: now + leaseMs })
        .where(and(eq(sandboxRecord.kind, kind), inArray(sandboxRecord.key, db.select({ key: due.key }).from(due))))
        .returning();
      return rows.map((row) => toRecord(vault, row));
    },
    async removeRange(kind, range) {
      await db.delete(sandboxRecord).where(within(kind, range));
    },
  };
}

function counters({ db }: Parts): Pick<SandboxStorage, "increment" | "counters" | "resetCounters" | "clear"> {
  return {
    increment: (names) => incrementCounters(db, names),
    async counters() {
      const rows = await db.select().from(sandboxCounter);
      return new Map(rows.map(({ name, count }) => [name, count]));
    },
    async resetCounters(prefix) {
      await db.delete(sandboxCounter).where(like(sandboxCounter.name, `${prefix}%`));
    },
    async clear(keptKinds) {
      await db.delete(sandboxRecord).where(notInArray(sandboxRecord.kind, [...keptKinds]));
      await db.delete(sandboxCounter);
    },
  };
}

/** Sorted, so that concurrent callers cannot deadlock. */
async function incrementCounters(db: Database, names: readonly string[]): Promise<number[]> {
  const rows = await db
    .insert(sandboxCounter)
    .values([...names].sort().map((name) => ({ name, count: 1 })))
    .onConflictDoUpdate({ target: sandboxCounter.name, set: { count: sql`${sandboxCounter.count} + 1` } })
    .returning();
  return names.map((name) => rows.find((row) => row.name === name)?.count ?? 0);
}

function of(kind: string, key: string): SQL | undefined {
  return and(eq(sandboxRecord.kind, kind), eq(sandboxRecord.key, key));
}

function within(kind: string, { group, tags, from, to }: RecordRange): SQL | undefined {
  return and(
    eq(sandboxRecord.kind, kind),
    group === undefined ? undefined : eq(sandboxRecord.group, group),
    tags === undefined ? undefined : sql`${sandboxRecord.tag} = any(${sql.param([...tags])}::text[])`,
    from === undefined ? undefined : gte(sandboxRecord.at, from),
    to === undefined ? undefined : lt(sandboxRecord.at, to),
  );
}

type Row = typeof sandboxRecord.$inferSelect;

/** A sandbox payment's description may still be about a real person. */
function toRow<Value extends Json>(vault: Vault, { value, ...record }: StoredRecord<Value>): Row {
  return { ...record, sealed: sealValue(vault, { ...record, value }) };
}

function* inChunks(vault: Vault, records: readonly StoredRecord[]): Generator<Row[]> {
  for (let from = 0; from < records.length; from += savedAtOnce) yield toRows(vault, records.slice(from, from + savedAtOnce));
}

/** Seals all under one data key, which is several times faster; each opens separately. */
function toRows<Value extends Json>(vault: Vault, records: readonly StoredRecord<Value>[]): Row[] {
  const sealed = vault.sealAll(
    records.map((record) => ({ plain: Buffer.from(JSON.stringify(record.value)), context: placeOf(record) })),
  );
  return records.map(({ value, ...record }, index) => ({ ...record, sealed: value === null ? null : (sealed[index] ?? null) }));
}

function sealValue(vault: Vault, { value, ...place }: Pick<StoredRecord, "kind" | "key" | "value">): Buffer | null {
  return value === null ? null : vault.seal(JSON.stringify(value), placeOf(place));
}

function toRecord<Value extends Json>(vault: Vault, { sealed, ...row }: Row): StoredRecord<Value> {
  return { ...row, value: sealed === null ? null : JSON.parse(vault.open(sealed, placeOf(row)).toString("utf8")) };
}

function placeOf({ kind, key }: Pick<StoredRecord, "kind" | "key">) {
  return { table: "sandbox_record", row: `${kind}/${key}`, column: "sealed" };
}
