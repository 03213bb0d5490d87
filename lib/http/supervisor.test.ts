import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { notifySupervisor, passedSocket } from "./supervisor.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-supervisor-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test("a socket is taken only when it was passed to this process", () => {
  expect(passedSocket({}, 7)).toBeUndefined();
  expect(passedSocket({ LISTEN_FDS: "1", LISTEN_PID: "7" }, 7)).toEqual({ fd: 3 });
  expect(passedSocket({ LISTEN_FDS: "1" }, 7)).toEqual({ fd: 3 });
  expect(passedSocket({ LISTEN_FDS: "1", LISTEN_PID: "8" }, 7)).toBeUndefined();
  expect(passedSocket({ LISTEN_FDS: "2", LISTEN_PID: "7" }, 7)).toBeUndefined();
});

test("connections made before a process serves are answered on the passed socket", {
  meta: { slow: "Runs a process of its own." },
}, async () => {
  const socket = createServer({ pauseOnConnect: true });
  await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const address = socket.address();
  if (typeof address !== "object" || !address) throw new Error("It does not listen.");
  const script = `
    import { createServer } from "node:http";
    import { checkFree, listen } from "#lib/http/listen.ts";
    import { passedSocket } from "#lib/http/supervisor.ts";
    const place = { host: "127.0.0.1", port: ${address.port} };
    await checkFree(place);
    await listen(createServer((_, response) => response.end("passed")), place, passedSocket());`;
  const passed: number = Reflect.get(socket, "_handle").fd;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, LISTEN_FDS: "1" },
    stdio: ["ignore", "ignore", "inherit", passed],
  });
  socket.close();
  try {
    await eventually(async () => expect(await (await fetch(`http://127.0.0.1:${address.port}`)).text()).toBe("passed"));
  } finally {
    child.kill();
  }
});

test("the supervisor is told by systemd's own program, and its absence changes nothing", async () => {
  const said = path.join(folder, "said");
  const program = path.join(folder, "systemd-notify");
  await notifySupervisor("READY=1");
  vi.stubEnv("NOTIFY_SOCKET", "/nowhere");
  vi.stubEnv("PATH", folder);
  await notifySupervisor("READY=1");
  await writeFile(program, `#!/bin/sh\necho "$1" >>${said}\n`);
  await chmod(program, 0o700);
  await notifySupervisor("READY=1");
  await notifySupervisor("STOPPING=1");
  expect(await readFile(said, "utf8")).toBe("READY=1\nSTOPPING=1\n");
});
