import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DatabaseProxy, openDatabaseProxy } from "#lib/app/testing/database-proxy.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { type HungWatch, watchHungConnections } from "./hung-connections.ts";
import { poolOptions } from "./open-store.ts";

let direct: TestStore;
let proxy: DatabaseProxy;
let pool: pg.Pool;
let watch: HungWatch;
beforeEach(async () => {
  direct = await createTestStore();
  proxy = await openDatabaseProxy(direct.url);
  pool = new pg.Pool({
    ...poolOptions({ statementMs: 60_000, answerMs: 60_000, connectMs: 60_000 }),
    connectionString: proxy.url,
    max: 1,
  });
  pool.on("connect", (client) => void client.on("error", () => {}));
  watch = watchHungConnections(pool, { everyMs: 50, suspectAfterMs: 100 });
});
afterEach(async () => {
  watch.stop();
  await pool.end();
  await proxy.close();
  await direct.drop();
});

test("a query that was lost fails as soon as the server is reachable, and its connection is replaced", {
  meta: { slow: "Waits for the checks of a connection." },
}, async () => {
  await pool.query("select 1");
  proxy.silence();
  await expect(pool.query("select 2")).rejects.toThrow("Connection terminated");
  const { rows } = await pool.query("select 3 as three");
  expect(rows).toEqual([{ three: 3 }]);
});

test("a transaction whose next step was lost fails, and the server rolls it back", async () => {
  const client = await pool.connect();
  await client.query("begin");
  proxy.silence();
  await expect(client.query("commit")).rejects.toThrow("Connection terminated");
  client.release(true);
  expect((await pool.query("select 3 as three")).rows).toEqual([{ three: 3 }]);
});

test("a query that the server still works on is left alone", { meta: { slow: "Its query takes one second." } }, async () => {
  const { rows } = await pool.query("select pg_sleep(1), 4 as four");
  expect(rows).toEqual([expect.objectContaining({ four: 4 })]);
});

test("a query whose server is no longer the one that is reached fails, too", async () => {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  proxy.silence();
  const lost = pool.query("select 2");
  await direct.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await expect(lost).rejects.toThrow("Connection terminated");
  expect((await pool.query("select 3 as three")).rows).toEqual([{ three: 3 }]);
});
