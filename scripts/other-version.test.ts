import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#lib/store/embedded/free-port.ts";
import { createTestStore, type TestStore } from "#lib/store/testing/test-store.ts";

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
    const { code, out, err } = await run(`scripts/${name}.ts`);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^This database was made by an earlier version .+ DATABASE_URL .+ \$DATA_DIR\/postgres .+\n$/);
  },
);

async function run(script: string): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: store.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
    VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}
