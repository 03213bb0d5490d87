// @module-tag long: starts the program again for each case.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { runScript } from "./support/testing/run-script.ts";

let store: TestStore;
let dataDir: string;
beforeAll(async () => {
  [store, dataDir] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-keys-"))]);
  await openVault(store, [{ id: "k1", key: randomBytes(32) }]);
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await store.drop();
});

test.each(["receiver", "audit-verify"])(
  "%s ends with one line that names the setting when VAULT_KEYS are not this database's",
  {
    meta: { slow: "Runs the command as a process of its own." },
  },
  async (name) => {
    const { code, err } = await runScript(`scripts/${name}.ts`, {
      DATABASE_URL: store.url,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
      VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    });
    expect(code).toBe(1);
    expect(err).toMatch(/^VAULT_KEYS: .+ Put back .+\n$/);
  },
);
