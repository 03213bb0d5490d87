// @module-tag long: starts the program again for each case.

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { runScript } from "./support/testing/run-script.ts";

let store: TestStore;
let dataDir = "";
beforeAll(async () => {
  [store, dataDir] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-migrate-"))]);
});
afterAll(async () => {
  await store.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const runs = { meta: { slow: "Runs the command as a process of its own." } };
const migrate = (command: string, databaseUrl: string) =>
  runScript("scripts/migrate.ts", { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, [command]);

test.each(["plan", "verify"])("%s makes no database where there is none", runs, async (command) => {
  const { code, out, err } = await migrate(command, "");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^There is no database yet, neither DATABASE_URL nor the embedded database in .*COUNTERFOIL_ENV_FILE.*\n$/);
  expect(await readdir(dataDir)).not.toContain("postgres");
});

test("apply names the database that it changed, without its password", runs, async () => {
  const { host, pathname } = new URL(store.url);
  const { code, out } = await migrate("apply", store.url);
  expect([code, out]).toEqual([0, expect.stringMatching(/^The database \S+ at \S+ is up to date\.\n$/)]);
  expect(out).toContain(`${pathname.slice(1)} at ${host}`);
});
