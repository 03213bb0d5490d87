// @module-tag long: starts the program again for each case.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { openDatabaseProxy } from "#lib/app/testing/database-proxy.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { runScript } from "./support/testing/run-script.ts";

let store: TestStore;
let dataDir: string;
beforeAll(async () => {
  [store, dataDir] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-version-"))]);
  await store.db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1795233588090 + id`);
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await store.drop();
});

test.each(["receiver", "audit-verify"])(
  "%s ends with one line that names the mend on a database of another version",
  { meta: { slow: "Runs the command as a process of its own." } },
  async (name) => {
    const { code, err } = await run(`scripts/${name}.ts`);
    expect(code).toBe(1);
    expect(err).toMatch(/^This database was made by an earlier version .+ DATABASE_URL .+ \$DATA_DIR\/postgres .+\n$/);
  },
);

test("a process that started without its database ends with 1 when that comes back and cannot be used", {
  meta: { slow: "Runs the receiver as a process of its own." },
}, async () => {
  const key = randomBytes(32);
  await openVault(store, [{ id: "k1", key }], dataDir);
  const proxy = await openDatabaseProxy(store.url);
  proxy.cut();
  const env = { DATABASE_URL: proxy.url, VAULT_KEYS: `k1:${key.toString("base64")}` };
  const child = spawn(process.execPath, ["scripts/receiver.ts"], { env: { ...process.env, ...(await settings()), ...env } });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await proxy.close();
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  await eventually(() => expect(said).toContain("Notifications are received at"));
  const ended = once(child, "close");
  proxy.restore();
  expect([(await ended)[0], said]).toEqual([1, expect.stringContaining("The database cannot be used")]);
});

const run = async (script: string) => runScript(script, await settings());

async function settings() {
  return {
    DATABASE_URL: store.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
    VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  };
}
