import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import type { Programs } from "./programs.ts";

const configFile = path.resolve(import.meta.dirname, "..", "..", "deploy", "haproxy.cfg");

export type BalancerOptions = {
  run: OwnRun;
  programs: Programs;
  folder: string;
  port: number;
  host: string;
  receivers: readonly number[];
  /** Without any, only receivers are behind it. */
  webs: readonly number[];
  /** Asks receivers whether they can do everything, as before there was a readiness for notifications. */
  hasOneReadiness?: boolean | undefined;
  /** A page and its scripts may come from different processes. */
  hasNoCookie?: boolean | undefined;
};

export type Balancer = {
  /** Waits until it sends requests to that process, after it took it out. */
  untilUp(name: string): Promise<void>;
};

const upWithinMs = 60_000;
const pollMs = 100;
/** Three checks. */
const seenMs = 1_500;

/** Starts haproxy with the configuration in `deploy/`, but without retries, so that nothing a process refused is hidden. */
export async function startBalancer(options: BalancerOptions): Promise<Balancer> {
  const { run, programs, folder, port, host, receivers, webs, hasOneReadiness = false, hasNoCookie = false } = options;
  const text = await readFile(configFile, "utf8");
  const strict = text.replace("retries 2", "retries 0").replace("  retry-on conn-failure\n  option redispatch 1\n", "");
  if (strict === text) throw new Error("deploy/haproxy.cfg has no retries to turn off.");
  const config = changed(
    changed(strict, hasOneReadiness, /\/api\/ready\?for=notify/, "/api/ready"),
    hasNoCookie,
    /^ +cookie .*$/m,
    "",
  );
  const file = path.join(folder, "haproxy.cfg");
  await writeFile(file, config);
  const nowhere = await freePort();
  const servers = [1, 2, 3].flatMap((number) => [
    [`COUNTERFOIL_RECEIVER_${number}`, `127.0.0.1:${receivers[number - 1] ?? nowhere}`],
    [`COUNTERFOIL_WEB_${number}`, `127.0.0.1:${webs[number - 1] ?? nowhere}`],
  ]);
  const logFile = path.join(folder, "haproxy.log");
  const log = openSync(logFile, "a", 0o600);
  const [program, args] = programs.command("haproxy", ["-db", "-f", file]);
  const child = spawn(program, args, {
    env: { ...Object.fromEntries(servers), COUNTERFOIL_BIND: `127.0.0.1:${port}`, COUNTERFOIL_HOST: host },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  run.defer(() => {
    child.kill("SIGKILL");
    return ended;
  });
  await wait(seenMs);
  return { untilUp: (name) => untilUp(logFile, name) };
}

function changed(text: string, isToChange: boolean, part: RegExp, instead: string): string {
  if (!part.test(text)) throw new Error(`deploy/haproxy.cfg has no ${part.source}.`);
  return isToChange ? text.replace(part, instead) : text;
}

/** It says only when a process goes or comes back; one that was never away is not named. */
async function untilUp(logFile: string, name: string): Promise<void> {
  const giveUpAt = performance.now() + upWithinMs;
  const isUp = async () => {
    const said = [...(await readFile(logFile, "utf8")).matchAll(/Server \w+\/(\w+) is (UP|DOWN)/g)];
    return said.findLast(([, server]) => server === name)?.[2] !== "DOWN";
  };
  while (!(await isUp())) {
    if (performance.now() > giveUpAt) throw new Error(`haproxy does not send requests to ${name}; see ${logFile}.`);
    await wait(pollMs);
  }
}
