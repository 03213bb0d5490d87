import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startApp } from "#tools/bench/support/app-process.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";

type Receiver = {
  run: OwnRun;
  folder: string;
  name: string;
  env: Record<string, string>;
  /** Of the version it is of; this one if it is not given. */
  root?: string;
  /** Where it looks for its migrations. */
  cwd?: string;
};

const startWithinMs = 240_000;
const pollMs = 100;

/** A receiver that answers its probes. Throws when it ends instead. */
export async function startReceiver({ run, folder, name, env, root = "", cwd = root }: Receiver): Promise<{ origin: string }> {
  const dataDir = path.join(folder, name);
  await mkdir(dataDir, { mode: 0o700 });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const receiver = startApp({
    program: path.join(root, "scripts", "receiver.ts"),
    ...(cwd ? { cwd } : {}),
    env: { ...env, PORT: String(port), PUBLIC_ORIGIN: origin, DATA_DIR: dataDir },
    logFile: path.join(folder, `${name}.log`),
  });
  run.defer(() => receiver.kill("SIGKILL"));
  const { promise: failed, reject } = Promise.withResolvers<never>();
  void receiver.ended.then(({ said }) => reject(new Error(`${name} did not come up: ${said}`)));
  await Promise.race([failed, untilReady(`${origin}/api/ready`)]);
  failed.catch(() => {});
  return { origin };
}

async function untilReady(probe: string): Promise<void> {
  for (const giveUpAt = performance.now() + startWithinMs; performance.now() < giveUpAt; await wait(pollMs)) {
    const answer = await fetch(probe).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => {});
    if (answer?.ok) return;
  }
  throw new Error(`${probe} did not become ready.`);
}

/** Whether this version's command ends with 1 and one line that names the newer version. */
export async function refusesInOneLine(
  folder: string,
  env: Record<string, string>,
  command: readonly string[],
): Promise<boolean> {
  const [program = "", ...flags] = command;
  const logFile = path.join(folder, `refused-${path.basename(program, ".ts")}.log`);
  const { code, said } = await startApp({ program, flags, env: { ...env, PORT: String(await freePort()) }, logFile }).ended;
  const lines = said.trim().split("\n");
  return code === 1 && lines.length === 1 && /upgraded by a newer version/.test(lines[0] ?? "");
}
