import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { recordAudit } from "../audit/audit.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { copySettings } from "./copy-rows.ts";
import { listTables } from "./list-tables.ts";
import { openManifest, tableFile } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { fillEveryTable } from "./testing/fill-every-table.ts";
import { findUnfinished, requireRestored } from "./unfinished-restore.ts";
import { type Backup, sumTable, writeBackup } from "./write-backup.ts";

const vault = createTestVault();
const keyIds = [vault.keyId];
let folder = "";
let store: TestStore;
let backup: Backup;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-backup-"));
  store = await createTestStore();
  await fillEveryTable(store.db);
  await recordAudit({ db: store.db, vault }, { at: new Date(), staffId: null, actor: "a", act: "thing.done" });
  backup = await writeBackup({ url: store.url, to: folder, sealer: vault, keyIds, program: "1.2.3" });
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A database without any table. */
async function createEmptyDatabase(): Promise<string> {
  const clusterUrl = inject("clusterUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const run = (statement: string) => withClient(clusterUrl, (client) => client.query(statement));
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database ${name} with (force)`).then(() => {}));
  return clusterUrl.replace(/\/postgres$/, `/${name}`);
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return work(client).finally(() => client.end().catch(() => {}));
}

const restore = (url: string, from = backup.folder) =>
  restoreBackup({ url, folder: from, sealer: vault, keyIds, isToServe: true });

/** A copy of the backup that the test may damage. */
async function copyBackup(): Promise<string> {
  const copy = await mkdtemp(path.join(folder, "damaged-"));
  for (const name of await readdir(backup.folder))
    await writeFile(path.join(copy, name), await readFile(path.join(backup.folder, name)));
  return copy;
}

function sumAll(url: string) {
  return withClient(url, async (client) => {
    await client.query(copySettings);
    const sums: Record<string, unknown> = {};
    for (const table of await listTables(client)) sums[table.name] = await sumTable(client, table);
    return sums;
  });
}

describe("a restored backup", () => {
  test("has every row of every table as it was, with awkward values, and its sequences", {
    meta: { slow: "Restores a whole database." },
  }, async () => {
    const url = await createEmptyDatabase();
    await restore(url);
    const [before, after] = [await sumAll(store.url), await sumAll(url)];
    // The mark of the restore is the one row more.
    expect({ ...after, setting: undefined }).toEqual({ ...before, setting: undefined });
    const emptyTables = ["audit_anchor"];
    expect(
      Object.entries(before)
        .filter(([, sum]) => (sum as { rows: number }).rows === 0)
        .map(([name]) => name),
    ).toEqual(emptyTables);
    const next = (from: string) =>
      withClient(from, (client) => client.query("select nextval(pg_get_serial_sequence('audit', 'id'))"));
    expect((await next(url)).rows).toEqual((await next(store.url)).rows);
  });

  test("has its triggers at work again", { meta: { slow: "Restores a whole database." } }, async () => {
    const url = await createEmptyDatabase();
    await restore(url);
    const { rows } = await withClient(url, (client) =>
      client.query("select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'"),
    );
    expect(rows).toEqual([]);
  });

  test("is served only after its fence, and continues where it was interrupted", {
    meta: { slow: "Restores a whole database." },
  }, async () => {
    const url = await createEmptyDatabase();
    await restore(url);
    const first = await withClient(url, findUnfinished);
    expect(first).toMatchObject({ id: backup.manifest.id, takenAt: backup.manifest.takenAt });
    await expect(withClient(url, requireRestored)).rejects.toThrow(/run npm run restore again/);
    await restore(url);
    expect(await withClient(url, findUnfinished)).toEqual(first);
  });

  test("comes back whole after a restore whose connection broke half-way", {
    meta: { slow: "Restores a whole database, in two attempts." },
  }, async () => {
    const url = await createEmptyDatabase();
    let ending: Promise<unknown> | undefined;
    const breaking = restoreBackup({
      url,
      folder: backup.folder,
      sealer: vault,
      keyIds,
      isToServe: true,
      log: (message) => {
        if (message.includes("merchant")) ending ??= endOthers(url);
      },
    });
    await expect(breaking).rejects.toThrow();
    await ending;
    await restore(url);
    expect((await sumAll(url)).merchant).toEqual((await sumAll(store.url)).merchant);
  });
});

function endOthers(url: string): Promise<unknown> {
  return withClient(url, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    ),
  );
}

describe("a restore is refused", () => {
  test("into a database that holds rows, which stay as they are", async () => {
    const before = await sumAll(store.url);
    await expect(restore(store.url)).rejects.toThrow(/^The database is not empty .* Set DATABASE_URL to an empty database/);
    expect(await sumAll(store.url)).toEqual(before);
  });

  test("into a database with tables of somebody else", async () => {
    const url = await createEmptyDatabase();
    await withClient(url, (client) => client.query("create table theirs (id int)"));
    await expect(restore(url)).rejects.toThrow(/not empty \(it has theirs\)/);
  });

  test("when a file is damaged, cut, missing or another table's", async () => {
    const url = await createEmptyDatabase();
    const damages: Record<string, (file: string, other: string) => Promise<unknown>> = {
      "is damaged": async (file) => {
        const bytes = await readFile(file);
        bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
      "merchant.copy.sealed is damaged": async (file) => writeFile(file, (await readFile(file)).subarray(0, -7)),
      "is missing": (file) => rm(file),
      "audit.copy.sealed is missing": (file, other) => rename(other, file),
    };
    for (const [message, damage] of Object.entries(damages)) {
      const copy = await copyBackup();
      await damage(tableFile(copy, { name: "merchant" }), tableFile(copy, { name: "audit" }));
      await expect(restore(url, copy)).rejects.toThrow(message);
    }
    expect(await withClient(url, listTables)).toEqual([]);
  });

  test("when the manifest was changed, or is not there", async () => {
    const copy = await copyBackup();
    const file = path.join(copy, "manifest.json");
    await writeFile(file, (await readFile(file, "utf8")).replace('"rows": 1', '"rows": 2'));
    await expect(openManifest(copy, vault, keyIds)).rejects.toThrow(/was changed since it was written/);
    await rm(file);
    await expect(openManifest(copy, vault, keyIds)).rejects.toThrow(/holds no finished backup/);
  });

  test("with keys that it was not sealed with, naming the missing one", async () => {
    await expect(openManifest(backup.folder, vault, ["k2"])).rejects.toThrow(/^VAULT_KEYS has no key "k1"/);
    await expect(openManifest(backup.folder, createTestVault(), keyIds)).rejects.toThrow(/^VAULT_KEYS do not open/);
  });

  test("when it was made by a newer version", async () => {
    const newer = await createTestStore();
    onTestFinished(() => newer.drop());
    await newer.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 4102444800000)");
    const made = await writeBackup({ url: newer.url, to: folder, sealer: vault, keyIds, program: "9.0.0" });
    await expect(restore(await createEmptyDatabase(), made.folder)).rejects.toThrow(/newer version \(9\.0\.0\)/);
  });
});

describe("a backup", () => {
  test("is as of one moment while rows arrive, each row whole", {
    meta: { slow: "Backs up a database while rows arrive." },
  }, async () => {
    const busy = await createTestStore();
    onTestFinished(() => busy.drop());
    await fillEveryTable(busy.db);
    let isOver = false;
    const pairs = async () => {
      // A row in the first and one in the last table that is read, in one transaction.
      while (!isOver) {
        await busy.pool.query(`with first as (insert into setting (key, value) values (gen_random_uuid()::text, '"pair"') returning key)
          insert into unverified_pair select key from first`);
      }
    };
    await busy.pool.query("create table unverified_pair (key text)");
    const writing = [pairs(), pairs()];
    const made = await writeBackup({
      url: busy.url,
      to: folder,
      sealer: vault,
      keyIds,
      program: "1.2.3",
      onTable: async () => void (await busy.pool.query("insert into unverified_pair values ('alone')")),
    }).finally(() => {
      isOver = true;
    });
    await Promise.all(writing);
    const rowsOf = (name: string) => made.manifest.tables.find((table) => table.name === name)?.rows;
    const settings = rowsOf("setting") ?? 0;
    expect(rowsOf("unverified_pair")).toBe(settings - (backup.manifest.tables.find(({ name }) => name === "setting")?.rows ?? 0));
  });

  test("is not there when it was interrupted", async () => {
    const to = await mkdtemp(path.join(folder, "broken-"));
    const breaking = writeBackup({
      url: store.url,
      to,
      sealer: vault,
      keyIds,
      program: "1.2.3",
      onTable: () => {
        throw new Error("the disk is full");
      },
    });
    await expect(breaking).rejects.toThrow("the disk is full");
    expect(await readdir(to)).toEqual([]);
  });

  test("of a database without tables is refused", async () => {
    const url = await createEmptyDatabase();
    await expect(writeBackup({ url, to: folder, sealer: vault, keyIds, program: "1.2.3" })).rejects.toThrow(/nothing to back up/);
  });

  test("says neither keys nor values in plain text", async () => {
    const text = await readFile(path.join(backup.folder, "manifest.json"), "utf8");
    expect(text).toContain('"keyIds"');
    for (const name of await readdir(backup.folder)) {
      const bytes = await readFile(path.join(backup.folder, name));
      expect(bytes.includes("awkward")).toBe(false);
    }
  });
});
