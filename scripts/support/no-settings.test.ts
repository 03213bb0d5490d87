import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { appEnv } from "#e2e/support/surroundings.ts";
import { loadSettings, settingNames } from "#lib/app/settings/settings.ts";
import { noSettings, withoutSettings } from "./no-settings.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

/** As a developer's `.env`, from which a test must neither write into a journal nor connect to a database. */
const developers = {
  ...{ DATABASE_URL: "postgres://real.example/app", MIGRATE_DATABASE_URL: "postgres://owner@real.example/app" },
  ...{ JOURNAL_DIR: "/disk2/journal", WAL_ARCHIVE_DIR: "/disk2/archive", SMTP_URL_FILE: "/etc/smtp", SANDBOX: "off" },
};

test("without settings a process has those of a fresh checkout, whatever the shell and .env say", () => {
  const dataDir = path.join(root, "node_modules", ".no-such-folder");
  const keys = { SESSION_KEYS: `a:${"a".repeat(64)}`, VAULT_KEYS: `a:${Buffer.alloc(32).toString("base64")}` };
  const own = { ...keys, DATA_DIR: dataDir };
  expect(loadSettings({ ...developers, ...noSettings, ...own })).toEqual(loadSettings(own));
  expect(noSettings.COUNTERFOIL_ENV_FILE).toBe("");
});

test("no test inherits a setting", () => {
  expect(settingNames.filter((name) => process.env[name])).toEqual([]);
  expect(settingNames.filter((name) => !(name in appEnv))).toEqual([]);
});

test("a process that a bench starts inherits no setting, and everything else", () => {
  for (const [name, value] of Object.entries({ ...developers, EDITOR: "ed" })) vi.stubEnv(name, value);
  const { EDITOR, ...env } = withoutSettings();
  vi.unstubAllEnvs();
  expect(EDITOR).toBe("ed");
  expect(settingNames.filter((name) => env[name])).toEqual([]);
});

test.each([
  ["scripts/support/tiny-runs.ts", /{ \.\.\.noSettings,/],
  ["tools/bench/support/app-process.ts", /env: { \.\.\.withoutSettings\(\),/],
  ["tools/bench/first-start/run-in.ts", /= { \.\.\.withoutSettings\(\),/],
  ["tools/bench/find/start-sandbox.ts", /env: withoutSettings\(\),/],
])("%s starts its processes without settings", (file, env) => {
  const text = readFileSync(path.join(root, file), "utf8");
  expect(text).toMatch(env);
  expect(text).not.toMatch(/\.\.\.process\.env/);
});
