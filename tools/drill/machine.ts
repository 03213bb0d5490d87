import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { createDrop, type DropRules, type PacketDrop } from "./packet-drop.ts";
import { type Programs, ProgramsMissingError } from "./programs.ts";

/**
 * A machine of its own but for the kernel, the clock and the disk: processes, memory, network and files apart. It is gone with all
 * that runs in it when the drill ends, for whatever reason.
 */
export type Machine = {
  name: string;
  address: string;
  /** With nothing running but what `run` starts. */
  powerOn(): Promise<void>;
  /** At once, with everything in it but its disk. */
  powerOff(): Promise<void>;
  /** Starts it as the user of the database; what it says goes to the log file. Resolves with its exit code. */
  run(command: readonly [string, ...string[]], env: Record<string, string>): Promise<number | null>;
  /** Kills the processes of these names at once, and waits until they are gone. */
  kill(names: readonly string[]): Promise<void>;
  /** A path of the machine, as this process opens it. */
  pathOf(inside: string): string;
  drop(rules: DropRules): PacketDrop;
};

type MachineOptions = {
  run: OwnRun;
  programs: Programs;
  /** A whole system, which no machine writes to. */
  root: string;
  /** What is its own: `/var/lib/postgresql`. */
  disk: string;
  name: string;
  address: string;
  owner: { uid: number; gid: number };
  logFile: string;
};

const bridge = "drill0";
const bits = 24;
export const networkInterface = "eth0";
/** Its first process does nothing and ends with the drill, since its input then ends; all others end with it. */
const firstProcess = `set -e
mount --bind "$2" "$1/var/lib/postgresql"
for folder in dev/shm run tmp; do mount -t tmpfs -o mode=1777 tmpfs "$1/$folder"; done
mkdir -m 0777 "$1/run/postgresql"
exec chroot "$1" /bin/sh -c 'cat >/dev/null; :'`;
const startsWithinMs = 10_000;
const goneWithinMs = 10_000;
const pollMs = 20;

/** Where the machines meet, and this process at `address`. In the drill's own network namespace only. */
export function openNetwork(programs: Programs, address: string): void {
  const ip = (words: string) => {
    const reason = runTool(...programs.command("ip", words.split(" ")));
    if (reason !== undefined) throw new ProgramsMissingError(`No network of machines can be made here (${reason}).`);
  };
  ip("link add name probe0 type veth peer name probe1");
  ip("link delete probe0");
  ip(`link add name ${bridge} type bridge`);
  ip(`addr add ${address}/${bits} dev ${bridge}`);
  ip(`link set ${bridge} up`);
}

export function createMachine({ run, programs, root, disk, name, address, owner, logFile }: MachineOptions): Machine {
  let holder: ChildProcess | undefined;
  let first: number | undefined;
  const known = () => {
    if (first === undefined) throw new Error(`${name} is off.`);
    return first;
  };
  const enter = (spaces: readonly string[]) => ["nsenter", "--target", String(known()), ...spaces];
  const powerOff = async () => {
    const [ending, pid] = [holder, first];
    [holder, first] = [undefined, undefined];
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    if (pid !== undefined) killOne(pid);
    ending.kill("SIGKILL");
    await ended;
    // The kernel takes its time to remove a network that nobody is in, and its name would be taken.
    runTool(...programs.command("ip", ["link", "delete", name]));
  };
  const ip = (words: string, before: readonly string[] = []) => {
    const [file = "", ...args] = [...before, ...programs.command("ip", words.split(" ")).flat()];
    const reason = runTool(file, args);
    if (reason !== undefined) throw new Error(`${name}: ip ${words}: ${reason}`);
  };
  const plugIn = () => {
    ip(`link add name ${name} type veth peer name ${networkInterface} netns ${known()}`);
    ip(`link set ${name} master ${bridge} up`);
    const inside = enter(["--net"]);
    ip("link set lo up", inside);
    ip(`addr add ${address}/${bits} dev ${networkInterface}`, inside);
    ip(`link set ${networkInterface} up`, inside);
  };
  run.defer(powerOff);
  return {
    name,
    address,
    powerOff,
    async powerOn() {
      const flags = ["--net", "--pid", "--mount", "--ipc", "--fork", "--kill-child", `--mount-proc=${root}/proc`];
      const log = openSync(logFile, "a", 0o600);
      holder = spawn("unshare", [...flags, "--", "sh", "-c", firstProcess, "sh", root, disk], {
        detached: true,
        stdio: ["pipe", log, log],
      });
      closeSync(log);
      first = await untilInside(holder, root, logFile);
      plugIn();
    },
    run(command, env) {
      const user = ["--setuid", String(owner.uid), "--setgid", String(owner.gid)];
      const [file = "", ...args] = enter(["--net", "--pid", "--mount", "--ipc", "--root", "--wd", ...user, "--", ...command]);
      const log = openSync(logFile, "a", 0o600);
      const child = spawn(file, args, {
        env: { NODE_ENV: "production", PATH: "/usr/sbin:/usr/bin", HOME: "/var/lib/postgresql", LC_ALL: "C.UTF-8", ...env },
        detached: true,
        stdio: ["ignore", log, log],
      });
      closeSync(log);
      return new Promise((resolve) => child.once("exit", resolve).once("error", () => resolve(null)));
    },
    async kill(names) {
      const giveUpAt = performance.now() + goneWithinMs;
      for (let pids = listProcesses(known(), names); pids.length > 0; pids = listProcesses(known(), names)) {
        for (const pid of pids) killOne(pid);
        if (performance.now() > giveUpAt) throw new Error(`${names.join(" and ")} of ${name} do not end.`);
        await wait(pollMs);
      }
    },
    pathOf: (inside) => `/proc/${known()}/root${inside}`,
    drop: (rules) => createDrop(programs, { ...rules, enter: enter(["--net"]) }),
  };
}

/** The first process of the machine, once it is inside its root. */
async function untilInside(holder: ChildProcess, root: string, logFile: string): Promise<number> {
  const giveUpAt = performance.now() + startsWithinMs;
  const realRoot = realpathSync(root);
  while (holder.exitCode === null && performance.now() < giveUpAt) {
    const pid = readQuietly(() => readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, "utf8")).trim();
    if (pid && readQuietly(() => readlinkSync(`/proc/${pid}/root`)) === realRoot) return Number(pid);
    await wait(pollMs);
  }
  const said = readFileSync(logFile, "utf8").trim().split("\n").at(-1);
  throw new ProgramsMissingError(`No namespaces for a machine can be made here (${said}).`);
}

/** Living processes of the machine with one of these names. */
function listProcesses(first: number, names: readonly string[]): number[] {
  const namespaceOf = (pid: string | number) => readQuietly(() => readlinkSync(`/proc/${pid}/ns/pid`));
  const own = namespaceOf(first);
  if (own === "") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => names.includes(readQuietly(() => readFileSync(`/proc/${pid}/comm`, "utf8")).trim()))
    .filter((pid) => namespaceOf(pid) === own && !isDead(pid))
    .map(Number);
}

/** "123 (postgres) Z 122 …" has ended and waits to be taken note of. */
const isDead = (pid: string) => /\) [ZX] /.test(readQuietly(() => readFileSync(`/proc/${pid}/stat`, "utf8")));

function readQuietly(read: () => string): string {
  try {
    return read();
  } catch {
    // It ended meanwhile.
    return "";
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}

/** Why it failed, if it did. */
function runTool(file: string, args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(file, args, { encoding: "utf8" });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}
