import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import type { SandboxStorage, StoredRecord } from "#lib/sandbox/storage.ts";
import { createTestSandbox, rowsOf } from "#lib/sandbox/testing/test-sandbox.ts";
import { methodOf, startTestMerchantServer } from "#lib/sandbox/testing/test-shop.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { openStore } from "../connection/open-store.ts";
import { sandboxRecord } from "../schema/sandbox.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { createSandboxStorage } from "./sandbox-storage.ts";

const vault = createTestVault();
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

describe.each([
  ["memory", () => createMemoryStorage()],
  ["PostgreSQL", () => createSandboxStorage({ db: store.db, vault })],
])("the storage in %s", (_, open: () => SandboxStorage) => {
  let storage: SandboxStorage;
  beforeEach(async () => {
    storage = open();
    await storage.clear([]);
  });

  const record = (key: string, more: Partial<StoredRecord> = {}): StoredRecord => ({
    kind: "thing",
    key,
    group: "g",
    at: 0,
    tag: "",
    value: { "a.b": [1, null, "ü\u{1F937}"] },
    ...more,
  });

  test("keeps what is put in, once for each key", async () => {
    expect(await storage.insert(record("a"))).toBe(true);
    expect(await storage.insert(record("a", { tag: "second" }))).toBe(false);
    expect(await storage.find("thing", "a")).toEqual(record("a"));
    expect(await storage.find("other", "a")).toBeUndefined();
    await storage.insertMany([record("a", { tag: "third" }), record("c")]);
    expect([await storage.find("thing", "a"), await storage.find("thing", "c")]).toEqual([record("a"), record("c")]);
    await storage.insert(record("b"));
    expect((await storage.findMany("thing", ["b", "x", "a"])).map(({ key }) => key)).toEqual(["b", "a"]);
    await storage.remove("thing", "a");
    expect(await storage.find("thing", "a")).toBeUndefined();
  });

  test("lists by time and group, in both orders, in pages", async () => {
    for (const [key, at, group] of [
      ["a", 3, "g"],
      ["b", 1, "g"],
      ["c", 2, "h"],
      ["d", 3, "g"],
    ] as const)
      await storage.insert(record(key, { at, group }));
    const keys = async (options: object) => (await storage.list("thing", { limit: 10, ...options })).map(({ key }) => key);
    expect(await keys({})).toEqual(["b", "c", "a", "d"]);
    expect(await keys({ group: "g", newestFirst: true })).toEqual(["d", "a", "b"]);
    expect(await keys({ group: "g", offset: 1, limit: 1 })).toEqual(["a"]);
    expect(await keys({ from: 2, to: 3 })).toEqual(["c"]);
    expect((await storage.listHeads("thing", { from: 3 })).map(({ key }) => key)).toEqual(["a", "d"]);
    expect(await storage.count("thing", { group: "g" })).toBe(3);
    await storage.removeRange("thing", { to: 3, tags: ["other"] });
    await storage.removeRange("thing", { to: 3, tags: ["other", ""] });
    expect(await keys({})).toEqual(["a", "d"]);
    await storage.insert(record("e", { at: 1 }));
    await storage.removeRange("thing", { to: 3 });
    expect(await keys({})).toEqual(["a", "d"]);
  });

  test("updates one key for one at a time, also where there is nothing yet", async () => {
    const add = () =>
      storage.update("count", "one", (found) => {
        const next = Number(found?.tag ?? 0) + 1;
        return { record: { group: "", at: 0, tag: String(next), value: null }, result: next };
      });
    const results = await Promise.all(Array.from({ length: 20 }, add));
    expect([...results].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    await storage.update("count", "one", () => ({ record: undefined, result: undefined }));
    expect((await storage.find("count", "one"))?.tag).toBe("20");
    await storage.update("count", "one", () => ({ record: null, result: undefined }));
    expect(await storage.find("count", "one")).toBeUndefined();
  });

  test("gives what is due to one taker, and again after the lease", async () => {
    for (const [key, at] of [
      ["a", 1],
      ["b", 2],
      ["c", 9],
    ] as const)
      await storage.insert(record(key, { at }));
    const claim = async (now: number) => (await storage.claimDue("thing", { now, leaseMs: 10, limit: 5 })).map(({ key }) => key);
    const [first, second] = await Promise.all([claim(5), claim(5)]);
    expect([...first, ...second].sort()).toEqual(["a", "b"]);
    expect(await claim(8)).toEqual([]);
    expect((await claim(15)).sort()).toEqual(["a", "b", "c"]);
  });

  test("counts every call that comes at once, and forgets by prefix", async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, at) => storage.increment(at % 2 ? ["calls:b", "calls:a"] : ["calls:a", "calls:b"])),
    );
    await storage.increment(["other"]);
    expect(await storage.increment(["calls:b", "new"])).toEqual([26, 1]);
    expect(Object.fromEntries(await storage.counters())).toEqual({ "calls:a": 25, "calls:b": 26, other: 1, new: 1 });
    await storage.resetCounters("calls:");
    expect([...(await storage.counters()).keys()].sort()).toEqual(["new", "other"]);
  });

  test("clears all but what is to be kept", async () => {
    await storage.insert(record("a"));
    await storage.insert(record("b", { kind: "kept" }));
    await storage.clear(["kept"]);
    expect([await storage.find("thing", "a"), (await storage.find("kept", "b"))?.key]).toEqual([undefined, "b"]);
  });
});

test("what is removed while it is updated does not come back", async () => {
  const own = openStore({ url: store.url, connectionsMax: 4 });
  const storage = createSandboxStorage({ db: store.db, vault });
  await storage.insert({ kind: "scenario", key: "1", group: "", at: 0, tag: "9", value: null });
  const update = () =>
    storage.update("scenario", "1", (found) => ({ record: found && { ...found, tag: "8" }, result: found !== undefined }));
  let updated: Promise<boolean> | undefined;
  await own.db.transaction(async (tx) => {
    await tx.delete(sandboxRecord).where(eq(sandboxRecord.kind, "scenario"));
    updated = update();
    await eventually(async () => {
      const { rows } = await own.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
  });
  expect([await updated, await storage.find("scenario", "1")]).toEqual([false, undefined]);
  await own.close();
});

describe("a sandbox on PostgreSQL", () => {
  const clock = fixedClock(Date.UTC(2026, 10, 20, 12));
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const item of opened.splice(0)) await item.close();
    await createSandboxStorage({ db: store.db, vault }).clear([]);
  });

  /** As after a restart: only the database stays the same. */
  const openAgain = () => {
    const own = openStore({ url: store.url, connectionsMax: 4 });
    opened.push(own);
    return createTestSandbox({ storage: createSandboxStorage({ db: own.db, vault }) }, clock);
  };

  test("removes records of more tags than a statement has parameters", async () => {
    const storage = createSandboxStorage({ db: store.db, vault });
    await storage.insert({ kind: "thing", key: "a", group: "", at: 1, tag: "69999", value: null });
    await storage.removeRange("thing", { tags: Array.from({ length: 70_000 }, (_, index) => String(index)) });
    expect(await storage.count("thing", {})).toBe(0);
  });

  test("preserves sessions, payments, locks and the epoch across a restart", async () => {
    const before = openAgain();
    const as = await before.as("corner-cafe");
    const list = await as("/accounting/v1/transactions?size=5");
    const token = await before.token();
    for (let at = 0; at < 3; at++) await before.session("zum-anker", token, "sec_wrong");
    clock.advance(60_000);
    const after = openAgain();
    const other = await after.session("zum-anker", token);
    expect(other.status).toBe(403);
    await after.control("POST", "unlock");
    expect(rowsOf(await (await after.as("corner-cafe"))("/accounting/v1/transactions?size=5"))).toEqual(rowsOf(list));
    expect((await as("/accounting/v1/accounts")).status).toBe(200);
  });

  test("sends a due rollback after a restart, from one of two processes alone", async () => {
    const shop = await startTestMerchantServer();
    opened.push(shop);
    shop.answer.status = 500;
    const before = openAgain();
    await before.sandbox.setStore("corner-cafe", shop.addresses);
    const { body } = await before.control("POST", "orders", {
      merchant: "corner-cafe",
      amountMinor: 999,
      currency: "EUR",
      order: "X",
    });
    expect(body.status).toBe("reversed");
    shop.answer.status = 200;
    const [first, second] = [openAgain(), openAgain()];
    await Promise.all([first.sandbox.tick(), second.sandbox.tick()]);
    clock.advance(3_600_000);
    await Promise.all([first.sandbox.tick(), second.sandbox.tick()]);
    expect(shop.received.map(methodOf)).toEqual(["IPCPurchaseNotify", "IPCPurchaseRollback"]);
  });

  test("counts failures of two processes together", async () => {
    const [first, second] = [openAgain(), openAgain()];
    const token = await first.token();
    const answers = await Promise.all([
      first.session("corner-cafe", token, "sec_wrong"),
      second.session("corner-cafe", token, "sec_wrong"),
      first.session("corner-cafe", token, "sec_wrong"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await second.session("corner-cafe", token)).status).toBe(403);
  });
});
