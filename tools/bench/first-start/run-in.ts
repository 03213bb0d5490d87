import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withoutSettings } from "#scripts/support/no-settings.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import type { OwnRun } from "../support/own-run.ts";

export type Place = { folder: string; own: OwnRun; env: Record<string, string> };

const saidMax = 4_000;
const notOfTheShell = /^(npm_(?!config_)|npm_config_local_prefix$|NODE_ENV$)/;
const packagedNode = path.resolve(import.meta.dirname, "..", "..", "..", "node_modules", ".bin");

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

export async function runIn(place: Place, program: string, args: readonly string[]): Promise<void> {
  const { ended } = start(place, program, args);
  const { code, said } = await ended;
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}:\n${said}`);
}

/** Time of a first start: from `npm start` in a fresh clone until the dashboard is ready. */
export async function startUntilReady(place: Place, dataDir: string) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const env = { PORT: String(port), HOST: "127.0.0.1", PUBLIC_ORIGIN: origin, DATA_DIR: dataDir };
  const startedAt = performance.now();
  const { child, ended, saidSoFar } = start(place, "npm", ["start"], env);
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded && !(await isReady(origin))) await wait(100);
  if (hasEnded) throw new Error(`npm start ended:\n${(await ended).said}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const of = (step: string) => Number(new RegExp(`${step} in (\\d+) s`).exec(saidSoFar())?.[1]);
  return { seconds, install: of("Installed"), build: of("Built"), stop };
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/ready`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true;
}

/** The environment of a new shell: without what npm, our own command and the app's settings added. */
function start({ folder, own, env }: Place, program: string, args: readonly string[], more: Record<string, string> = {}) {
  const shell: NodeJS.ProcessEnv = { ...withoutSettings(), NEXT_TELEMETRY_DISABLED: "1", ...env, ...more };
  for (const name of Object.keys(process.env)) if (notOfTheShell.test(name)) delete shell[name];
  shell.PATH = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((name) => name !== packagedNode)
    .join(path.delimiter);
  const options: SpawnOptions = { cwd: folder, env: shell, stdio: ["ignore", "pipe", "pipe"] };
  const child = spawn(program, args, options);
  const { ended, saidSoFar } = collectOutput(child);
  own.defer(() => {
    child.kill("SIGTERM");
    return ended.catch(() => undefined);
  });
  return { child, ended, saidSoFar };
}

function collectOutput(child: ChildProcess) {
  let output = "";
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-saidMax);
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const ended = new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, said: output }));
  });
  return { ended, saidSoFar: () => output };
}
