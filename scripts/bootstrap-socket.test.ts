import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createTestStore } from "#lib/db/testing/test-store.ts";

const root = path.resolve(import.meta.dirname, "..");

test("the socket that systemd passes to the parent is served by the receiver that it starts", {
  meta: { slow: "Runs the command as a process of its own." },
}, async () => {
  const [store, dataDir] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-socket-"))]);
  onTestFinished(() => Promise.all([store.drop(), rm(dataDir, { recursive: true, force: true })]).then(() => {}));
  const socket = createServer({ pauseOnConnect: true });
  await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const address = socket.address();
  if (typeof address !== "object" || !address) throw new Error("It does not listen.");
  // As systemd does: the number of the process is known when the program begins.
  const child = spawn("/bin/sh", ["-c", "LISTEN_PID=$$ exec node scripts/bootstrap.mjs receiver"], {
    cwd: root,
    env: {
      ...process.env,
      LISTEN_FDS: "1",
      COUNTERFOIL_ENV_FILE: "",
      DATA_DIR: dataDir,
      DATABASE_URL: store.url,
      SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
      VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      // Another one, which it must not listen on.
      PORT: "1",
      PUBLIC_ORIGIN: `http://127.0.0.1:${address.port}`,
    },
    stdio: ["ignore", "ignore", "inherit", Reflect.get(socket, "_handle").fd],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  socket.close();
  const ready = async () => (await fetch(`http://127.0.0.1:${address.port}/api/ready?for=notify`)).status;
  try {
    await eventually(async () => expect(await ready()).toBe(200));
  } finally {
    child.kill();
  }
  expect(await ended).toBe(0);
});
