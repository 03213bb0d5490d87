import { readdir } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createMigrationFolder, type MigrationFolder } from "../testing/migration-folder.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { migrateStore } from "./migrate-store.ts";
import { planMigrations, prepareSchema, verifyMigrations } from "./migration-plan.ts";
import { SchemaVersionError } from "./schema-version.ts";

const migrationsFolder = path.resolve(import.meta.dirname, "..", "migrations");

let store: TestStore;
let folder: MigrationFolder;
beforeEach(async () => {
  [store, folder] = await Promise.all([createTestStore(), createMigrationFolder()]);
  return () => Promise.all([store.drop(), folder.remove()]);
});

const first = { "0000_first": ["create table a (id int)", "create table b (id int)"] };
const index = { "0001_index": ['create index concurrently "a_id" on "a" using btree ("id")'] };

async function empty() {
  await store.pool.query("drop schema drizzle, public cascade; create schema public");
}

test("the plan names pending migrations and changes nothing; the database of a newer version is refused", async () => {
  await empty();
  const options = { folder: folder.path };
  await folder.write({ ...first, ...index });
  const pending = [
    { name: "0000_first", steps: 2, buildsIndexes: false },
    { name: "0001_index", steps: 1, buildsIndexes: true },
  ];
  expect(await planMigrations(store, options)).toEqual(pending);
  expect(await planMigrations(store, options)).toEqual(pending);
  await migrateStore(store, options);
  expect(await planMigrations(store, options)).toEqual([]);
  await folder.write(first);
  await expect(planMigrations(store, options)).rejects.toThrow(SchemaVersionError);
});

test("a start that only checks refuses in one line while anything is pending, and changes nothing", async () => {
  await empty();
  const options = { folder: folder.path };
  await folder.write({ ...first, ...index });
  const error = await prepareSchema(store, "check", options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SchemaVersionError);
  expect(String(error)).toMatch(/^SchemaVersionError: .*0000_first, 0001_index.*npm run migrate -- apply[^\n]*$/);
  expect(await planMigrations(store, options)).toHaveLength(2);
  await prepareSchema(store, "auto", options);
  await prepareSchema(store, "check", options);
});

test("what this program's migrations made is verified; each difference is named", async () => {
  expect(await verifyMigrations(store)).toEqual([]);
  await store.pool.query("alter table note drop column edited_at");
  await store.pool.query("update drizzle.__drizzle_migrations set hash = 'other' where id = 2");
  await store.pool.query("update pg_index set indisvalid = false where indexrelid = 'alert_pkey'::regclass");
  expect(await verifyMigrations(store)).toEqual([
    expect.stringMatching(/^0001_triggers_and_partitions was changed after it was applied/),
    expect.stringMatching(/^note\.edited_at is missing/),
    expect.stringMatching(/^The index alert_pkey is not finished/),
  ]);
});

test("verifying names what is pending", async () => {
  await empty();
  await folder.write(first);
  expect(await verifyMigrations(store, { folder: folder.path })).toEqual([expect.stringMatching(/^0000_first is pending/)]);
});

test("only the newest migration has a snapshot: nothing reads those before it", async () => {
  const names = await readdir(migrationsFolder);
  const newest = names
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .at(-1);
  const files = await readdir(path.join(migrationsFolder, "meta"));
  expect(files.sort()).toEqual([`${newest?.slice(0, 4)}_snapshot.json`, "_journal.json"]);
});
