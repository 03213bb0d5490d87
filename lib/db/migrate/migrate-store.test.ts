import type pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { openStore, type Store } from "../connection/open-store.ts";
import { createMigrationFolder, type MigrationFolder } from "../testing/migration-folder.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { MigrationError } from "./migrate-indexes.ts";
import { migrateStore } from "./migrate-store.ts";

let store: TestStore;
let folder: MigrationFolder;
/** A starting process whose statements may take a fifth of a second. */
let starters: [Store, Store];

beforeEach(async () => {
  [store, folder] = await Promise.all([createTestStore(), createMigrationFolder()]);
  await store.pool.query("drop schema drizzle, public cascade; create schema public");
  const open = () => openStore({ url: store.url, statementMs: 200 });
  starters = [open(), open()];
});
afterEach(async () => {
  await Promise.all(starters.map((starter) => starter.close()));
  await Promise.all([store.drop(), folder.remove()]);
});

const migrate = (starter: Store = starters[0]) => migrateStore(starter, { folder: folder.path });

async function journal(): Promise<number[]> {
  const { rows } = await store.pool
    .query("select created_at from drizzle.__drizzle_migrations order by id")
    .catch(() => ({ rows: [] }));
  return rows.map(({ created_at }) => created_at);
}

async function indexes(): Promise<Record<string, boolean>> {
  const { rows } = await store.pool.query(
    "select relname, indisvalid from pg_index join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace",
  );
  return Object.fromEntries(rows.map(({ relname, indisvalid }) => [relname, indisvalid]));
}

/** To the database this looks like a process that was killed, or a network that was cut. */
async function killMigration(running: Promise<void>): Promise<void> {
  const failed = expect(running).rejects.toThrow();
  // Only here: other tests migrate databases of the same server.
  await store.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'counterfoil migrate'`);
  await failed;
}

/** Opens a transaction with a snapshot; it stays open until `end` is called. */
async function openTransaction(statement: string): Promise<{ client: pg.PoolClient; end(): Promise<void> }> {
  const client = await store.pool.connect();
  await client.query("begin isolation level repeatable read");
  await client.query(statement);
  return {
    client,
    end: async () => {
      await client.query("commit");
      client.release();
    },
  };
}

const countSessions = async (condition: string) =>
  (await store.pool.query(`select from pg_stat_activity where datname = current_database() and ${condition}`)).rowCount;

test("a step that exceeds the pool's statement limit is finished, and a second process waits for it", {
  meta: { slow: "A migration of more than a second." },
}, async () => {
  await folder.write({ "0000_slow": ["create table a (id int)", "select pg_sleep(1.2)"] });
  await Promise.all(starters.map(migrate));
  expect(await journal()).toEqual([1_000]);
});

test("each migration is committed separately; a killed one leaves nothing and is done by the next start", async () => {
  await folder.write({
    "0000_first": ["create table a (id int)"],
    "0001_second": ["create table b (id int)", "select pg_sleep(60)"],
  });
  const running = migrate();
  running.catch(() => {});
  await eventually(async () => expect(await journal()).toEqual([1_000]));
  await killMigration(running);
  expect((await store.pool.query("select to_regclass('a') as a, to_regclass('b') as b")).rows).toEqual([{ a: "a", b: null }]);
  await folder.write({ "0000_first": ["create table a (id int)"], "0001_second": ["create table b (id int)"] });
  await migrate();
  expect(await journal()).toEqual([1_000, 1_001]);
});

test("a migration that waits for a locked table lets other queries pass, and continues when it is free", {
  meta: { slow: "Waits until the migration gives up its place in the queue." },
}, async () => {
  await folder.write({ "0000_first": ["create table a (id int)"] });
  await migrate();
  const reader = await openTransaction("select from a");
  await folder.write({ "0000_first": [""], "0001_column": ["alter table a add column note text"] });
  const running = migrate();
  await eventually(async () => expect(await countSessions("wait_event_type = 'Lock'")).toBe(1));
  await store.pool.query("select from a");
  await eventually(async () => expect(await countSessions("wait_event_type = 'Lock'")).toBe(1));
  await reader.end();
  await running;
  expect(await journal()).toEqual([1_000, 1_001]);
});

describe("an index is built while others write:", () => {
  const step = 'create index concurrently "a_id" on "a" using btree ("id")';

  beforeEach(async () => {
    await folder.write({ "0000_first": ["create table a (id int)"] });
    await migrate();
    await folder.write({ "0000_first": [""], "0001_index": [step] });
  });

  test("rows are stored meanwhile, and two starting processes do not block each other", async () => {
    const oldTransaction = await openTransaction("insert into a values (1)");
    const running = Promise.all(starters.map(migrate));
    await eventually(async () => expect(Object.keys(await indexes())).toEqual(["a_id"]));
    await store.pool.query("insert into a values (2)");
    const isWaiting =
      "datname = current_database() and application_name = 'counterfoil migrate' and query like '%pg_try_advisory_lock%'";
    await eventually(async () => expect(await countSessions(isWaiting)).toBe(1));
    await oldTransaction.end();
    await running;
    expect([await indexes(), await journal()]).toEqual([{ a_id: true }, [1_000, 1_001]]);
  });

  test("a killed build leaves an invalid index, which the next start builds again", async () => {
    const oldTransaction = await openTransaction("insert into a values (1)");
    const running = migrate();
    running.catch(() => {});
    await eventually(async () => expect(await indexes()).toEqual({ a_id: false }));
    await killMigration(running);
    await oldTransaction.end();
    expect(await indexes()).toEqual({ a_id: false });
    await migrate();
    expect([await indexes(), await journal()]).toEqual([{ a_id: true }, [1_000, 1_001]]);
  });

  test("an index that was finished before its process was killed stays", async () => {
    await store.pool.query(step);
    await migrate();
    expect([await indexes(), await journal()]).toEqual([{ a_id: true }, [1_000, 1_001]]);
  });

  test("on a partitioned table each partition is built separately and attached to the index", async () => {
    const oldTransaction = await openTransaction("insert into a values (1)");
    await store.pool.query(`
      create table "p" (env text, at int) partition by list (env);
      create table "p_x" partition of "p" for values in ('x') partition by range (at);
      create table "p_x_1" partition of "p_x" for values from (1) to (2);
      create table "p_x_2" partition of "p_x" for values from (2) to (3)`);
    await folder.write({ "0000_first": [""], "0001_index": ['create index concurrently "p_at" on "p" using btree ("at")'] });
    const running = migrate();
    await eventually(async () => expect(Object.values(await indexes())).toEqual([false]));
    await store.pool.query("insert into p values ('x', 1), ('x', 2)");
    await oldTransaction.end();
    await running;
    expect(Object.values(await indexes())).toEqual([true, true, true, true]);
    const { rows } = await store.pool.query("select count(*) as parts from pg_partition_tree('p_at') where isleaf");
    expect(rows).toEqual([{ parts: 2 }]);
  });

  test("together with other steps it is rejected in one line, and nothing is done", async () => {
    await folder.write({ "0000_first": [""], "0001_mixed": ["create table b (id int)", step] });
    const error: unknown = await migrate().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MigrationError);
    expect(String(error)).toMatch(/0001_mixed|file of its own/);
    expect(await journal()).toEqual([1_000]);
  });
});
