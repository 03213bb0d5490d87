import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migrateStore } from "../migrate/migrate-store.ts";
import { SchemaVersionError } from "../migrate/schema-version.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test("migrating an up-to-date database, even from two concurrent callers, changes nothing", async () => {
  const applied = await readJournal(store);
  await Promise.all([migrateStore(store), migrateStore(store)]);
  expect(applied.length).toBeGreaterThan(0);
  expect(await readJournal(store)).toEqual(applied);
});

test("a bigint column comes back as a number", async () => {
  const { rows } = await store.db.execute(sql`select 9007199254740991::bigint as n`);
  expect(rows[0]?.n).toBe(Number.MAX_SAFE_INTEGER);
});

describe("a database of another version is rejected in one line and unchanged:", () => {
  let other: TestStore;
  beforeEach(async () => {
    other = await createTestStore({ connectionsMax: 1 });
    return () => other.drop();
  });

  test("one from before the migrations were squashed", async () => {
    // The first and the last of the 25 migrations.
    await other.db.execute(sql`delete from drizzle.__drizzle_migrations`);
    await other.db.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', 1795233588090), ('last', 1795273317645)`);
    const message = await expectRefused(other);
    expect(message).toMatch(/DATABASE_URL to an empty database/);
    expect(message).toMatch(/\$DATA_DIR\/postgres/);
  });

  test("one that a newer version upgraded", async () => {
    await other.db.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`);
    expect(await expectRefused(other)).toMatch(/newer version/);
  });
});

test("an empty database is migrated", async () => {
  const empty = await createTestStore({ connectionsMax: 1 });
  await empty.db.execute(sql`drop schema drizzle, public cascade`);
  await empty.db.execute(sql`create schema public`);
  await migrateStore(empty);
  expect(await readTables(empty)).toEqual(await readTables(store));
  await empty.drop();
});

async function expectRefused(refused: TestStore): Promise<string> {
  const before = [await readTables(refused), await readJournal(refused)];
  const error = await migrateStore(refused).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SchemaVersionError);
  expect([await readTables(refused), await readJournal(refused)]).toEqual(before);
  expect(String(error)).not.toContain("\n");
  return String(error);
}

async function readJournal({ db }: TestStore): Promise<unknown[]> {
  return (await db.execute(sql`select hash, created_at from drizzle.__drizzle_migrations order by id`)).rows;
}

/** Indexes of partitions built one by one end in their partition's number, which differs between databases. */
async function readTables({ db }: TestStore): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select regexp_replace(relname, '_[0-9]{4,}$', '') as name from pg_class
    where relnamespace = 'public'::regnamespace order by name`);
  return rows;
}
