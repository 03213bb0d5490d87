import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type AppProcess, startApp } from "#tools/bench/support/app-process.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";

export type Role = "receiver" | "web";

/** One process behind the balancer, as `npm run receiver` and `npm start` run it, with a data folder of its own. */
export type Member = {
  name: string;
  role: Role;
  port: number;
  dataDir: string;
  /** In that folder, and from then on, where one is given. */
  start(folder?: string): void;
  /** SIGTERM; throws when it did not end with 0 in time. */
  stop(): Promise<void>;
  /** SIGKILL, as when the machine is lost. */
  kill(): Promise<void>;
  /** Whether that probe answers 200; false when nothing answers within a second. */
  isOk(probe: string): Promise<boolean>;
  untilOk(probe: string): Promise<void>;
};

export type MemberOptions = { run: OwnRun; folder: string; name: string; role: Role; env: Record<string, string> };

const programs = { receiver: "scripts/receiver.ts", web: "scripts/start.ts" };
const startWithinMs = 180_000;
const stopWithinMs = 45_000;
const probeMs = 1_000;
const pollMs = 100;

export async function addMember({ run, folder, name, role, env }: MemberOptions): Promise<Member> {
  const dataDir = path.join(folder, name);
  await mkdir(dataDir, { mode: 0o700 });
  const port = await freePort();
  const logFile = path.join(folder, `${name}.log`);
  let running: AppProcess | undefined;
  let cwd: string | undefined;
  const isOk = async (probe: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${probe}`, { signal: AbortSignal.timeout(probeMs) }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer().catch(() => {});
    return answer?.ok ?? false;
  };
  run.defer(() => {
    running?.kill("SIGKILL");
    return running?.ended;
  });
  return {
    name,
    role,
    port,
    dataDir,
    isOk,
    start(given) {
      cwd = given ?? cwd;
      running = startApp({
        program: programs[role],
        ...(cwd === undefined ? {} : { cwd }),
        env: { ...env, PORT: String(port), DATA_DIR: dataDir },
        logFile,
      });
    },
    async kill() {
      const killed = running;
      running = undefined;
      killed?.kill("SIGKILL");
      await killed?.ended;
    },
    async stop() {
      const stopping = running;
      running = undefined;
      stopping?.kill("SIGTERM");
      const late = wait(stopWithinMs, undefined, { ref: false });
      const end = await Promise.race([stopping?.ended, late]);
      if (end?.code !== 0)
        throw new Error(`${name} did not stop with 0 but with ${end?.code ?? end?.signal}: ${end?.said ?? ""}`);
    },
    async untilOk(probe) {
      const giveUpAt = performance.now() + startWithinMs;
      while (!(await isOk(probe))) {
        if (performance.now() > giveUpAt) throw new Error(`${name} did not become ready (${probe}); see ${logFile}.`);
        await wait(pollMs);
      }
    },
  };
}
