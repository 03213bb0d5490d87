import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { withApp } from "./with-app.ts";

let store: TestStore;
let folder: string;
beforeAll(async () => {
  [store, folder] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-with-app-"))]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

test("a command of the owner may take any time for a statement, another one half a minute", async () => {
  vi.stubEnv("DATABASE_URL", store.url);
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("VAULT_KEYS", `k1:${randomBytes(32).toString("base64")}`);
  vi.stubEnv("SESSION_KEYS", `k1:${randomBytes(32).toString("hex")}`);
  const limits: unknown[] = [];
  for (const asOwner of [true, false]) {
    const read = async (pool: TestStore["pool"]) => {
      const { rows } = await pool.query("show statement_timeout");
      limits.push({ ...rows[0], client: pool.options.query_timeout });
      return 0;
    };
    expect(await withApp("a test", (app) => read(app.store.pool), { asOwner })).toBe(0);
  }
  expect(limits).toEqual([
    { statement_timeout: "0", client: 0 },
    { statement_timeout: "30s", client: 35_000 },
  ]);
});
