import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPooler } from "#lib/app/doctor/check-pooler.ts";
import { openPoolerProxy, type PoolerProxy } from "#lib/app/testing/pooler-proxy.ts";
import { migrateStore } from "../migrate/migrate-store.ts";
import { PooledMigrationError } from "../migrate/schema-version.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { openStore, type Store } from "./open-store.ts";

let store: TestStore;
let proxy: PoolerProxy;
let pooled: Store;
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 2 });
  proxy = await openPoolerProxy(store.url);
  pooled = openStore({ url: proxy.url, directUrl: store.url, connectionsMax: 1, statementMs: 4_000 });
});
afterAll(async () => {
  await pooled.close();
  await proxy.close();
  await store.drop();
});

/** As `npm run migrate -- apply` does. */
function migratePast(): Promise<void> {
  return migrateStore({ url: store.url }, { workerUrl: proxy.url });
}

async function readLimits({ pool }: Store): Promise<unknown> {
  const { rows } = await pool.query(`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('synchronous_commit') <> 'off' as safe`);
  return rows[0];
}

async function askDoctor(databaseDirectUrl: string | undefined): Promise<string[]> {
  const client = await store.pool.connect();
  try {
    return (await checkPooler(client, proxy.url, { databaseDirectUrl })).map(({ level, text }) => `${level}: ${text}`);
  } finally {
    client.release();
  }
}

test("a connection of its own has the limits of its pool", async () => {
  const own = openStore({ url: store.url, connectionsMax: 1, statementMs: 4_000 });
  expect(await readLimits(own)).toEqual({ statement: "4s", idle: "1min", safe: true });
  await own.close();
});

test("a pooler is sent no parameter it refuses, and no limit stays on its server's connection", async () => {
  expect(await readLimits(pooled)).toMatchObject({ statement: "0", idle: "0" });
  expect(proxy.startups.join()).toContain("application_name");
  expect(proxy.startups.join()).not.toContain("timeout");
});

test("nothing is migrated through a pooler; past it the role gets the limits, once", async () => {
  await expect(migrateStore({ url: proxy.url })).rejects.toThrow(PooledMigrationError);
  expect(await askDoctor(store.url)).toContainEqual(expect.stringMatching(/^fault: .*npm run migrate -- apply\.$/));
  await Promise.all([migratePast(), migratePast()]);
  const later = openStore({ url: proxy.url, connectionsMax: 1 });
  expect(await readLimits(later)).toEqual({ statement: "30s", idle: "1min", safe: true });
  await later.close();
  await store.pool.query(
    `do $$ begin execute format('alter role current_user in database %I set statement_timeout = ''7s''', current_database()); end $$`,
  );
  await migratePast();
  const chosen = openStore({ url: proxy.url, connectionsMax: 1 });
  expect(await readLimits(chosen)).toMatchObject({ statement: "7s" });
  await chosen.close();
});

test("the doctor names what is missing behind a pooler", async () => {
  await migratePast();
  expect(await askDoctor(undefined)).toEqual([expect.stringMatching(/^fault: .*set DATABASE_DIRECT_URL/)]);
  expect(await askDoctor(proxy.url)).toEqual([
    expect.stringMatching(/^fault: The pooler mixes up prepared statements; use pgbouncer 1\.21/),
  ]);
});
