import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DatabaseProxy, openDatabaseProxy } from "#lib/app/testing/database-proxy.ts";
import { findSetting, putSetting } from "../settings/settings.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { CommitUnknownError, withProvenCommit } from "./client-transaction.ts";
import { isDatabaseAway } from "./is-database-away.ts";
import { openStore, type Queryable, type Store } from "./open-store.ts";

let direct: TestStore;
let proxy: DatabaseProxy;
let store: Store;
beforeEach(async () => {
  direct = await createTestStore();
  proxy = await openDatabaseProxy(direct.url);
  store = openStore({ url: proxy.url, connectionsMax: 1, statementMs: 300, answerMs: 200 });
  await putSetting(store.db, "seen", 0);
});
afterEach(async () => {
  await store.close();
  await proxy.close();
  await direct.drop();
});

const ask = () => store.db.execute(sql`select pg_backend_pid() as pid`);

test("a query without a response fails, and its connection is not reused", async () => {
  const { rows: before } = await ask();
  proxy.silence();
  await expect(ask()).rejects.toThrow();
  const { rows: after } = await ask();
  expect(after).not.toEqual(before);
});

test("a transaction without a response fails with that error, not with that of the rollback", async () => {
  const work = store.db.transaction(async (tx) => {
    await putSetting(tx, "seen", 1);
    proxy.silence();
    await tx.execute(sql`select 'the one without an answer'`);
  });
  await expect(work).rejects.toThrow("the one without an answer");
  expect(await findSetting(store.db, "seen")).toBe(0);
});

describe("a COMMIT without a response", () => {
  test("is neither success nor failure", async () => {
    for (const arrives of [true, false]) {
      proxy.silenceAfter("commit\0", { arrives });
      const work = store.db.transaction((tx) => putSetting(tx, "seen", arrives));
      await expect(work).rejects.toThrow(CommitUnknownError);
      expect(isDatabaseAway(await work.catch((thrown: unknown) => thrown))).toBe(true);
    }
    expect(await findSetting(store.db, "seen")).toBe(true);
  });

  test("succeeds if a new connection finds the result under its key", async () => {
    proxy.silenceAfter("commit\0", { arrives: true });
    expect(await withProvenCommit(store.db, saveOne, isOne)).toBe(1);
  });

  test("fails if the result is not found", async () => {
    proxy.silenceAfter("commit\0", { arrives: false });
    await expect(withProvenCommit(store.db, saveOne, isOne)).rejects.toThrow(CommitUnknownError);
    expect(await findSetting(store.db, "seen")).toBe(0);
  });

  const saveOne = async (tx: Queryable) => {
    await putSetting(tx, "seen", 1);
    return 1;
  };
  const isOne = async (db: Queryable, result: number) => (await findSetting(db, "seen")) === result;
});

test("a transaction that continues after a failed statement does not count as committed", async () => {
  const work = store.db.transaction(async (tx) => {
    await putSetting(tx, "seen", 1);
    await tx.execute(sql`select 1 / 0`).catch(() => {});
  });
  await expect(work).rejects.toThrow(/rolled back/);
});

test.each([
  ["off", "on"],
  ["local", "on"],
  ["on", "on"],
  ["remote_write", "remote_write"],
  ["remote_apply", "remote_apply"],
])("where the server's synchronous_commit is %s, ours is %s", async (given, wanted) => {
  const own = openStore({ url: `${direct.url}?options=-c%20synchronous_commit%3D${given}` });
  const { rows } = await own.db.execute(sql`select current_setting('synchronous_commit') as mode`);
  await own.close();
  expect(rows).toEqual([{ mode: wanted }]);
});
