// @module-tag long: starts the program again for each case.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { loadGeneratedKeys } from "#lib/app/settings/generated-keys.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { findLastBackup } from "#lib/db/backup/last-backup.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { clusterFolder, homeFolder } from "#tools/embedded-postgres/home.ts";
import { findPostmaster, isRunning } from "#tools/embedded-postgres/postmaster-file.ts";
import { requireSame } from "./support/back-up.ts";
import { findNewest } from "./support/restore.ts";
import { runScript } from "./support/testing/run-script.ts";

let store: TestStore;
let vault: Vault;
let folder = "";
let dataDir = "";
beforeAll(async () => {
  store = await createTestStore();
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-backup-command-"));
  dataDir = path.join(folder, "data");
  loadGeneratedKeys(dataDir, true);
  vault = await openVault(store, loadSettings({ DATA_DIR: dataDir }).vaultKeys);
  await recordAudit({ db: store.db, vault }, { at: new Date(), staffId: null, actor: "a", act: "thing.done" });
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

const runs = { meta: { slow: "Runs the command as a process of its own." } };
const env = () => ({ DATABASE_URL: store.url, DATA_DIR: dataDir });
const backUp = (...flags: string[]) => runScript("scripts/backup.ts", env(), flags);
const keysFile = () => path.join(folder, "kept", "keys.json");

test("a backup is refused while the keys are only in DATA_DIR, until they are written elsewhere, safely", runs, async () => {
  const to = path.join(folder, "refused");
  const without = await backUp("--to", to);
  expect(without).toMatchObject({ code: 1, err: expect.stringMatching(/^The keys are only in .*keys\.json.* --keys-to FILE/) });
  const inside = await backUp("--to", to, "--keys-to", path.join(dataDir, "copy.json"));
  expect(inside).toMatchObject({ code: 1, err: expect.stringContaining("would be lost with it") });
  const beside = await backUp("--to", to, "--keys-to", path.join(to, "keys.json"));
  expect(beside).toMatchObject({ code: 1, err: expect.stringContaining("lies beside the backups") });
  const other = await backUp("--to", to, "--keys-to", path.resolve("package.json"));
  expect(other).toMatchObject({ code: 1, err: expect.stringContaining("holds something else already") });
  expect(await readdir(folder)).not.toContain("refused");
  expect(await findLastBackup(store.db)).toBeUndefined();
});

test("a backup restores on a machine that has nothing but it and the keys", runs, async () => {
  await mkdir(path.dirname(keysFile()));
  const to = path.join(folder, "backups");
  const made = await backUp("--to", to, "--keys-to", keysFile(), "--verify");
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/tables have the same rows\.\n$/), err: "" });
  expect((await stat(keysFile())).mode & 0o777).toBe(0o600);
  const [newest] = (await readdir(to)).toSorted().toReversed();
  expect(await readAudit({ db: store.db, vault })).toContainEqual(
    expect.objectContaining({ act: "database.backed_up", actor: "console", target: newest }),
  );
  expect((await findLastBackup(store.db))?.getTime()).toBeGreaterThan(0);
  const emptyUrl = await createDatabase();
  const target = { DATABASE_URL: emptyUrl, DATA_DIR: path.join(folder, "new-data") };
  const restored = await runScript("scripts/restore.ts", target, ["--from", to, "--keys-from", keysFile()]);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("The audit log is whole."), err: "" });
  expect(await readFile(path.join(target.DATA_DIR, "keys.json"))).toEqual(await readFile(keysFile()));
  const again = await runScript("scripts/restore.ts", target, ["--from", to]);
  expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^The database is not empty .* was not changed/) });
  await dropDatabase(emptyUrl);
});

test.each([["SIGTERM", 143] as const, ["SIGKILL", null] as const])(
  "a verification that %s ends leaves neither a server nor its database behind, at the latest once the next has begun",
  { meta: { slow: "Starts a database of its own for each run of the command." } },
  async (signal, code) => {
    const temporary = path.join(folder, `temporary-${signal}`);
    await mkdir(temporary);
    await mkdir(path.dirname(keysFile()), { recursive: true });
    const flags = ["--to", path.join(folder, `killed-${signal}`), "--keys-to", keysFile(), "--verify"];
    const more = { ...env(), TMPDIR: temporary };
    const child = spawn(process.execPath, ["scripts/backup.ts", ...flags], { env: { ...process.env, ...more }, stdio: "ignore" });
    const ended = once(child, "exit");
    const { home, pid } = await eventually(() => findServer(temporary));
    child.kill(signal);
    expect(await ended).toEqual([code, code === null ? signal : null]);
    if (code === null) expect(await runScript("scripts/backup.ts", more, flags)).toMatchObject({ code: 0, err: "" });
    expect(await readdir(temporary)).toEqual([]);
    expect(existsSync(home)).toBe(false);
    expect(isRunning(pid)).toBe(false);
  },
);

async function findServer(temporary: string) {
  const [name = ""] = await readdir(temporary);
  const home = await realpath(homeFolder(path.join(temporary, name)));
  const server = await findPostmaster(clusterFolder(home));
  if (server?.status !== "ready") throw new Error("Its server does not run yet.");
  return { home, pid: server.pid };
}

test("a backup that differs from what was saved is not the one that is restored as the newest", runs, async () => {
  const to = path.join(folder, "differing");
  await mkdir(path.dirname(keysFile()), { recursive: true });
  for (const _ of [1, 2]) expect(await backUp("--to", to, "--keys-to", keysFile())).toMatchObject({ code: 0 });
  const [good = "", differing = ""] = (await readdir(to)).toSorted();
  await expect(requireSame(path.join(to, differing), ["audit has other values"])).rejects.toThrow(
    `The backup is not what was saved, and is now ${to}/differs-${differing}: audit has other values. Make another.`,
  );
  await requireSame(path.join(to, good), []);
  expect((await readdir(to)).toSorted()).toEqual([good, `differs-${differing}`]);
  expect(findNewest(to, await readdir(to))).toBe(path.join(to, good));
});

test("keys are never replaced by those of a backup", runs, async () => {
  const other = path.join(folder, "other-data");
  loadGeneratedKeys(other, true);
  const before = await readFile(path.join(other, "keys.json"));
  await mkdir(path.join(folder, "keys"), { recursive: true });
  const keys = path.join(folder, "keys", "keys.json");
  await copyFile(path.join(dataDir, "keys.json"), keys);
  const refused = await runScript("scripts/restore.ts", { DATABASE_URL: store.url, DATA_DIR: other }, [
    ...["--from", folder],
    ...["--keys-from", keys],
  ]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("holds other keys already; move it away") });
  expect(await readFile(path.join(other, "keys.json"))).toEqual(before);
});

async function createDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onCluster(`create database ${name}`);
  return inject("clusterUrl").replace(/\/postgres$/, `/${name}`);
}

function dropDatabase(url: string): Promise<unknown> {
  return onCluster(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("clusterUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
