// @module-tag long: starts the program again for each case.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withClient } from "#lib/db/connection/with-client.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { prepareSchema } from "#lib/db/migrate/migration-plan.ts";
import { markRecovered } from "./support/fence-recovered.ts";
import { runScript } from "./support/testing/run-script.ts";

const name = `test_${randomBytes(6).toString("hex")}`;
const url = inject("clusterUrl").replace(/\/postgres$/, `/${name}`);
let folder = "";
let env: Record<string, string> = {};
beforeAll(async () => {
  await withClient({ connectionString: inject("clusterUrl") }, (client) => client.query(`create database ${name}`));
  await migrateStore({ url });
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-recovered-"));
  const vaultKeys = `t1:${randomBytes(32).toString("base64")}`;
  const sessionKeys = `t1:${randomBytes(32).toString("hex")}`;
  env = { DATABASE_URL: url, DATA_DIR: folder, VAULT_KEYS: vaultKeys, SESSION_KEYS: sessionKeys };
});
afterAll(async () => {
  await withClient({ connectionString: inject("clusterUrl") }, (client) => client.query(`drop database ${name} with (force)`));
  await rm(folder, { recursive: true, force: true });
});

const runs = { meta: { slow: "Runs the command as a process of its own." } };
const recovered = (...flags: string[]) => runScript("scripts/restore.ts", env, ["--recovered", ...flags]);

const rowsOf = (question: string) => withClient({ connectionString: url }, async (client) => (await client.query(question)).rows);

test("without the journal that was named, nothing is restored and no fence is raised", runs, async () => {
  for (const [source, journal] of [
    [["--recovered"], path.join(folder, "missing")],
    [["--from", folder], folder],
  ] as const) {
    const done = await runScript("scripts/restore.ts", env, [...source, "--journal", journal]);
    const err = `--journal ${journal} cannot be read or holds no journal; name the JOURNAL_DIR of a machine.\n`;
    expect(done).toMatchObject({ code: 1, out: "", err });
  }
  expect(await rowsOf("select from restore_fence")).toEqual([]);
  await prepareSchema({ url }, "auto");
});

test("a database that other tools recovered gets its fence in place, and only while nothing uses it", runs, async () => {
  const until = "2026-03-04T11:20:05.000Z";
  for (const program of ["counterfoil lists", "npm run connect"]) {
    const user = new pg.Client({ connectionString: url, application_name: program });
    await user.connect();
    const used = await recovered("--until", until);
    await user.end();
    expect(used).toMatchObject({ code: 1, err: expect.stringMatching(/^Processes use the database .* was not changed/) });
  }
  expect(await rowsOf("select from restore_fence")).toEqual([]);
  expect(await recovered("--from", folder)).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage/) });
  expect(await recovered("--until", until)).toMatchObject({ code: 0, err: "" });
  const shut = { at: new Date(until), opened: null };
  const fences = await rowsOf("select backup_at as at, opened_at as opened from restore_fence");
  expect(fences).toEqual([shut, shut, shut]);
  expect(await rowsOf("select from audit where act = 'database.restored'")).toHaveLength(1);
});

test("when it was interrupted nothing serves the database, and it goes on", runs, async () => {
  await withClient({ connectionString: url }, (client) => markRecovered(client, { id: "recovered", until: undefined }));
  await expect(prepareSchema({ url }, "auto")).rejects.toThrow(/interrupted before it was safe to serve/);
  expect(await recovered()).toMatchObject({ code: 0, err: "" });
  await prepareSchema({ url }, "auto");
  await withClient({ connectionString: url }, (client) => markRecovered(client, { id: "of a backup", until: undefined }));
  expect(await recovered()).toMatchObject({ code: 1, err: expect.stringContaining("Another restore") });
});
