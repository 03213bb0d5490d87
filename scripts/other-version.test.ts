// @module-tag long: starts the program again for each case.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
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

async function run(script: string) {
  return runScript(script, {
    DATABASE_URL: store.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
    VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  });
}
