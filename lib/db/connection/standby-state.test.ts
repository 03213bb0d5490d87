// @module-tag long: starts a server of its own, whose commits wait for a standby.
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkStandby } from "#lib/app/doctor/check-standby.ts";
import { openDatabaseProxy } from "#lib/app/testing/database-proxy.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { CommitUnknownError, type Queryable, type Transaction, withProvenCommit } from "./client-transaction.ts";
import { isDatabaseAway } from "./is-database-away.ts";
import { openStore } from "./open-store.ts";
import { readStandbyState } from "./standby-state.ts";

let folder: string;
let server: EmbeddedDatabase;
let ownUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-standby-"));
  await chmod(folder, 0o711);
  server = await openEmbeddedDatabase({ dataDir: folder, durable: false });
  const password = randomBytes(12).toString("hex");
  await withClient(server.url, async (client) => {
    await client.query(`create role worker login password '${password}'`);
    await client.query("create table note (text text)");
    await client.query("grant all on note to worker");
  });
  const url = new URL(server.url);
  ownUrl = Object.assign(url, { username: "worker", password }).href;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}

async function waitFor(names: string): Promise<void> {
  await withClient(server.url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${names}'`);
    await client.query("select pg_reload_conf()");
  });
  const isSet = () => withClient(ownUrl, async (client) => (await client.query("show synchronous_standby_names")).rows[0]);
  await expect.poll(isSet).toEqual({ synchronous_standby_names: names });
}

test("without a standby in the settings nothing is missing, and the doctor says nothing", async () => {
  await waitFor("");
  expect(await withClient(ownUrl, readStandbyState)).toEqual({ isWanted: false, isMissing: false, isSure: true });
  expect(await withClient(ownUrl, checkStandby)).toEqual([]);
});

test("a role without special rights sees that commits wait for a standby that is not there", async () => {
  await waitFor("*");
  expect(await withClient(ownUrl, readStandbyState)).toEqual({ isWanted: true, isMissing: true, isSure: true });
  expect(await withClient(ownUrl, checkStandby)).toEqual([
    { area: "standby", level: "warning", text: expect.stringMatching(/no standby .*; bring it back/) },
  ]);
});

test("trying again while commits wait uses up no more connections of the server, and all goes on when they need not wait", async () => {
  await waitFor("*");
  const limits = { statementMs: 100, answerMs: 100, connectMs: 100 };
  const store = openStore({ url: ownUrl, connectionsMax: 2, ...limits });
  const write = () => store.pool.query("insert into note values ('x')");
  const fail = () => write().catch((cause: unknown) => cause);
  const countWaiting = () =>
    withClient(server.url, async (client) => {
      const { rows } = await client.query("select from pg_stat_activity where wait_event = 'SyncRep'");
      return rows.length;
    });
  try {
    await expect.poll(fail).toMatchObject({ message: expect.stringContaining("too many wait") });
    const waiting = await countWaiting();
    for (let tried = 0; tried < 10; tried++) expect(isDatabaseAway(await fail())).toBe(true);
    expect(await countWaiting()).toBe(waiting);
    await waitFor("");
    await expect.poll(() => write().then(({ rowCount }) => rowCount, String)).toBe(1);
  } finally {
    await store.close();
  }
});

/** The server tells all its processes of the setting a moment later. */
async function untilCommitsWait(): Promise<void> {
  const store = openStore({ url: ownUrl, connectionsMax: 1, statementMs: 100, answerMs: 100 });
  const write = () => store.pool.query("insert into note values ('x')");
  await expect.poll(() => write().then(() => "stored", String)).toMatch("timeout");
  await store.close();
}

test("a commit that is stored on the primary alone is not proven", async () => {
  await waitFor("*");
  await untilCommitsWait();
  const store = openStore({ url: ownUrl, connectionsMax: 1, statementMs: 100, answerMs: 100 });
  const save = async (tx: Transaction) => void (await tx.execute(sql`insert into note values ('unproven')`));
  // As after a crash of the primary, which then shows what its standby never received.
  const isStored = async (db: Queryable) => {
    await withClient(server.url, (client) =>
      client.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"),
    );
    const find = async () => (await db.execute(sql`select from note where text = 'unproven'`)).rowCount;
    await expect.poll(find).toBe(1);
    return true;
  };
  try {
    await expect(withProvenCommit(store.db, save, isStored)).rejects.toThrow(CommitUnknownError);
  } finally {
    await store.close();
  }
});

test("a commit that got no answer is proven by a role without special rights where no standby is wanted", async () => {
  await waitFor("");
  const proxy = await openDatabaseProxy(ownUrl);
  const store = openStore({ url: proxy.url, connectionsMax: 1, statementMs: 300, answerMs: 200 });
  const save = async (tx: Transaction) => void (await tx.execute(sql`insert into note values ('proven')`));
  const isStored = async (db: Queryable) => (await db.execute(sql`select from note where text = 'proven'`)).rowCount === 1;
  try {
    proxy.silenceAfter("commit\0", { arrives: true });
    expect(await withProvenCommit(store.db, save, isStored)).toBeUndefined();
  } finally {
    await store.close();
    await proxy.close();
  }
});
