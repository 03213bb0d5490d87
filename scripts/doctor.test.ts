import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { checkServer } from "#lib/app/doctor/check-database.ts";
import { checkBackup, checkDataFolder, checkJournal, checkSettings } from "#lib/app/doctor/check-machine.ts";
import { describeBytes } from "#lib/app/doctor/finding.ts";
import { openVault } from "#lib/app/open-vault.ts";
import { loadSettings, type Settings } from "#lib/app/settings/settings.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { runScript } from "./support/testing/run-script.ts";

const vaultKey = { id: "k1", key: randomBytes(32) };
const keys = {
  SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
  VAULT_KEYS: `k1:${vaultKey.key.toString("base64")}`,
};
let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await createTestStore();
  await openVault(store, [vaultKey]);
});
afterAll(() => store.drop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-doctor-"));
  return () => rm(folder, { recursive: true, force: true });
});

const settings = (env: Record<string, string> = {}): Settings => loadSettings({ DATA_DIR: folder, ...keys, ...env });
const levels = (findings: readonly { area: string; level: string }[]) => findings.map(({ area, level }) => `${area}: ${level}`);
const away = { PUBLIC_ORIGIN: "https://desk.example" };

describe("the command", { meta: { slow: "Runs the command as a process of its own." } }, () => {
  const run = (env: Record<string, string> = {}) =>
    runScript("scripts/doctor.ts", { DATABASE_URL: store.url, DATA_DIR: folder, ...keys, ...env });

  test("says what is right line by line, and changes nothing", async () => {
    const { out } = await run();
    expect(out).toMatch(/^ok +database +PostgreSQL \d+/m);
    expect(out).toMatch(/^ok +schema /m);
    expect(out).toMatch(/^ok +keys +VAULT_KEYS open this database/m);
  });

  test("ends with 1 and names the mend for keys of another database, a schema changed by hand, and settings", async () => {
    const wrong = await run({ VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}` });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/^FAULT +keys +VAULT_KEYS do not open this database; put back/m);
    await store.pool.query("alter table alert rename column id to other");
    const changed = await run();
    await store.pool.query("alter table alert rename column other to id");
    expect(changed.code).toBe(1);
    expect(changed.out).toMatch(/^FAULT +schema +alert\.id is missing/m);
    expect(await run({ PORT: "x" })).toMatchObject({ code: 1, err: expect.stringMatching(/^PORT is not a port/) });
  });
});

describe("the database", () => {
  const check = async (env: Record<string, string>) => {
    const client = await store.pool.connect();
    try {
      return await checkServer(client, settings(env));
    } finally {
      client.release();
    }
  };

  test("must be reached by an encrypted connection unless it is on this machine", async () => {
    const far = await check({ DATABASE_URL: "postgres://desk@db.example/desk" });
    expect(far).toContainEqual(expect.objectContaining({ level: "fault", text: expect.stringContaining("sslmode=verify-full") }));
    const near = await check({ DATABASE_URL: store.url });
    expect(near.filter(({ text }) => text.includes("encrypted"))).toEqual([]);
  });

  test("is better not served by a role that may change the schema; on localhost nothing is said of it", async () => {
    const owner = {
      level: "warning",
      text: expect.stringMatching(/can change the schema and the audit log; .*Two database roles/),
    };
    expect(await check({ ...away, DATABASE_URL: store.url })).toContainEqual(expect.objectContaining(owner));
    expect(await check({ DATABASE_URL: store.url })).not.toContainEqual(expect.objectContaining(owner));
  });

  test("needs room for the connections of one process, and a clock like this machine's", async () => {
    expect(levels(await check({ DATABASE_POOL: "500" }))).toContain("connections: fault");
    expect(levels(await check({}))).toContain("clock: ok");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    try {
      expect(levels(await check({}))).toContain("clock: fault");
    } finally {
      vi.useRealTimers();
    }
  });
});

test("off localhost it warns of what is fit for a trial only", () => {
  expect(levels(checkSettings(settings(), {}))).toEqual(["settings: ok"]);
  expect(checkSettings(settings({ ...away, SANDBOX: "on" }), {}).filter(({ level }) => level === "warning")).toHaveLength(5);
  const whole = { DATABASE_URL: store.url, TRUSTED_PROXIES: "10.0.0.1", METRICS_TOKEN: "x".repeat(16) };
  expect(
    levels(checkSettings(settings({ ...away, ...whole }), { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "https://collector.example" })),
  ).toEqual(["settings: ok"]);
});

test("keys that others may read, and notifications that could not be stored, are faults", async () => {
  const { SESSION_KEYS, VAULT_KEYS } = keys;
  await writeFile(path.join(folder, "keys.json"), JSON.stringify({ sessionKeys: SESSION_KEYS, vaultKeys: VAULT_KEYS }));
  await chmod(path.join(folder, "keys.json"), 0o644);
  await mkdir(path.join(folder, "notify-spool"));
  await writeFile(path.join(folder, "notify-spool", "a-1-2.aside"), "x");
  expect(levels(await checkDataFolder(settings()))).toEqual(["disk: ok", "spool: fault", "keys: fault"]);
  await chmod(path.join(folder, "keys.json"), 0o600);
  await rm(path.join(folder, "notify-spool"), { recursive: true });
  expect(levels(await checkDataFolder(settings()))).toEqual(["disk: ok", "spool: ok", "keys: warning"]);
});

test("bytes are said in units that are read at once", () => {
  expect([0, 1_023, 1_024, 4_294_967_296].map(describeBytes)).toEqual(["0 bytes", "1023 bytes", "1.0 KiB", "4.0 GiB"]);
});

test("a journal is missed off localhost, and useless on the disk of the database", () => {
  const journal = `${folder}-journal`;
  expect(checkJournal(settings())).toEqual([]);
  expect(levels(checkJournal(settings(away)))).toEqual(["journal: warning"]);
  expect(levels(checkJournal(settings({ JOURNAL_DIR: journal })))).toEqual(["journal: warning"]);
  expect(levels(checkJournal(settings({ JOURNAL_DIR: tmpdir() })))).toEqual(["journal: warning"]);
  expect(levels(checkJournal(settings({ JOURNAL_DIR: "/dev/shm" })))).toEqual(["journal: ok"]);
});

test("a backup is missed off localhost when there is none, it is over 26 hours old, or older than what the journal keeps", () => {
  const now = new Date("2026-03-04T12:00:00Z");
  const check = (hours: number | undefined, env: Record<string, string> = away) =>
    checkBackup(settings(env), { last: hours === undefined ? undefined : new Date(now.getTime() - hours * 3_600_000), now });
  expect(levels(check(undefined))).toEqual(["backup: warning"]);
  expect(levels(check(26))).toEqual(["backup: warning"]);
  expect(check(25.9)).toMatchObject([{ level: "ok", text: "The last one is 25 hours old." }]);
  expect(check(0.5)).toMatchObject([{ level: "ok", text: "The last one is less than an hour old." }]);
  const journaled = { ...away, JOURNAL_DIR: "/dev/shm" };
  expect(levels(check(23.9, journaled))).toEqual(["backup: ok"]);
  expect(check(24, journaled)).toMatchObject([{ level: "warning", text: expect.stringContaining("raise JOURNAL_HOURS") }]);
  expect(levels(check(24, { ...journaled, JOURNAL_HOURS: "48" }))).toEqual(["backup: ok"]);
  expect(check(undefined, {})).toEqual([]);
  expect(levels(check(48, {}))).toEqual(["backup: ok"]);
});
