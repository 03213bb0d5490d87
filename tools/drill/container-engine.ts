import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { ProgramsMissingError, type Unpacked, unpackPackages } from "./programs.ts";

export type Outcome = { code: number; stdout: string; stderr: string };

/** podman and buildah of Debian, in a mount and process namespace that ends with the drill, whatever happens to it. */
export type ContainerEngine = {
  /** The folder of the run as the programs see it. */
  folder: string;
  podman(args: readonly string[], options?: RunOptions): Outcome;
  /** Builds an image; throws with the last lines of what buildah said. */
  build(tag: string, args: readonly string[]): void;
};
type RunOptions = { input?: string };

const toolPackages = ["podman", "buildah", "runc", "conmon", "libstdc++6", "tzdata", "ca-certificates"];
const basePackages = ["libc6", "libstdc++6", "libgcc-s1", "tzdata", "ca-certificates"];
const commandMs = 180_000;
const cgroups = "/sys/fs/cgroup";
const cgroup = `counterfoil-drill-${process.pid}`;
export const baseImage = "localhost/counterfoil-base";

/** What every container of the drill is run with: what needs a systemd, or a right that a machine in a machine lacks, is off. */
const engineFlags = ["--cgroup-manager=cgroupfs", "--runtime=runc"];
export const runFlags = [
  "--no-healthcheck",
  "--ulimit=nofile=20000:20000",
  "--ulimit=nproc=4096:4096",
  `--cgroup-parent=/${cgroup}`,
  "--network=host",
];

/** As few rights as it is told to run with in docs/containers.md. */
export const hardened = [
  "--read-only",
  "--read-only-tmpfs=false",
  "--tmpfs=/tmp",
  "--cap-drop=all",
  "--security-opt=no-new-privileges",
];
/** Of the image. */
export const user = 65_532;

/**
 * Prepares the namespace, whose root becomes the folder of the programs: in a mere chroot nothing can be run in a container
 * that runs already. Its first process ends, and all others with it, when the pipe from the drill closes. Prints its process id as the machine knows it.
 */
const prepare = `set -e
read -r pid rest < /proc/self/stat
root=$1 storage=$2 folder=$3
mount --bind "$root" "$root"
cd "$root"
mkdir -p proc sys dev run tmp var/tmp var/lib/containers drill machine
mount -t proc proc proc
mount --rbind /sys sys
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount --bind "$storage" var/lib/containers
mount --bind "$folder" drill
exec 3<&0
cat <&3 > /dev/null &
pivot_root . machine
echo "$pid"
wait`;

/** Throws ProgramsMissingError, with the reason, where containers cannot be run. */
export async function openContainerEngine(run: OwnRun, toolsFolder: string): Promise<ContainerEngine> {
  const tools = unpackContainerTools(toolsFolder);
  writeFileSync(path.join(tools.root, "etc", "passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  writeFileSync(path.join(tools.root, "etc", "group"), "root:x:0:\n");
  const [folder, storage] = [path.join(run.folder, "image"), path.join(run.folder, "storage")];
  for (const name of [folder, storage]) mkdirSync(name, { mode: 0o755 });
  const pid = await startNamespace(run, [tools.root, storage, folder]);
  const enter = (program: string, args: readonly string[], { input = "" }: RunOptions = {}): Outcome => {
    const command = [`--target=${pid}`, "--mount", "--pid", "--", program, ...args];
    const options = {
      encoding: "utf8",
      timeout: commandMs,
      input,
      env: { ...process.env, PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    } as const;
    const { status, stdout, stderr, error } = spawnSync("nsenter", command, { ...options, maxBuffer: 64 * 1024 * 1024 });
    return { code: status ?? 1, stdout, stderr: error ? `${stderr}${error.message}` : stderr };
  };
  const engine: ContainerEngine = {
    folder: "/drill",
    podman: (args, options) => enter("podman", [...engineFlags, ...args], options),
    build(tag, args) {
      const flags = ["build", "--quiet", "--format=docker", "--isolation=chroot", "--pull-never", `--tag=${tag}`];
      const { code, stdout, stderr } = enter("buildah", [...flags, ...args]);
      if (code !== 0) throw new Error(`${tag} cannot be built: ${lastLines(`${stdout}${stderr}`)}`);
    },
  };
  run.defer(() => void engine.podman(["rm", "--all", "--force", "--time=1"]));
  const base = path.join(folder, "base");
  tools.unpackSome(basePackages, base);
  probe(engine, base);
  return engine;
}

/** Fetches them where there is a network. */
export function unpackContainerTools(folder: string): Unpacked {
  return unpackPackages(folder, toolPackages);
}

export const lastLines = (text: string) => text.trim().split("\n").slice(-5).join("\n");

async function startNamespace(run: OwnRun, args: readonly string[]): Promise<number> {
  const namespaces = ["--mount", "--pid", "--fork", "--kill-child", "--propagation=private"];
  const first = spawn("unshare", [...namespaces, "--", "sh", "-c", prepare, "sh", ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = once(first, "close").catch(() => {});
  run.defer(async () => {
    first.stdin.end();
    await ended;
    removeCgroups();
  });
  const said = await firstLine(first);
  const pid = Number(said);
  if (!Number.isInteger(pid) || pid <= 0) throw new ProgramsMissingError(`Containers cannot be run here (unshare: ${said}).`);
  return pid;
}

/** Of its output, or all that it complained about. */
async function firstLine(child: ChildProcess): Promise<string> {
  let [output, complaint] = ["", ""];
  child.stderr?.on("data", (chunk) => {
    complaint += chunk;
  });
  return new Promise((resolve) => {
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      if (output.includes("\n")) resolve(output.trim());
    });
    child.once("error", (error) => resolve(error.message));
    child.once("close", () => resolve(complaint.trim() || "it ended"));
  });
}

/** The smallest image that can be made and run. What fails from then on fails for a reason of ours. */
function probe(engine: ContainerEngine, base: string): void {
  const [linker = ""] = globSync("lib*/{,*/}ld-linux-*.so.*", { cwd: base });
  writeFileSync(path.join(base, "..", "plain"), "FROM scratch\nCOPY . /\n");
  try {
    engine.build(baseImage, [`--file=${engine.folder}/plain`, `${engine.folder}/base`]);
  } catch (error) {
    throw new ProgramsMissingError(`Images cannot be built here (${error instanceof Error ? error.message : error}).`);
  }
  const { code, stderr } = engine.podman(["run", "--rm", ...runFlags, baseImage, `/${linker}`, "--version"]);
  if (code !== 0) throw new ProgramsMissingError(`Containers cannot be run here (podman: ${lastLines(stderr)}).`);
}

/** Bytes that a running container had at most, files in the page cache included; undefined where the kernel does not say. */
export function memoryPeak(id: string): number | undefined {
  return readNumber([`memory/${cgroup}/*${id}*/memory.max_usage_in_bytes`, `${cgroup}/*${id}*/memory.peak`]);
}

/** Seconds that a running container has computed; undefined where the kernel does not say. */
export function cpuSeconds(id: string): number | undefined {
  const nanoseconds = readNumber([`cpuacct/${cgroup}/*${id}*/cpuacct.usage`]);
  return nanoseconds === undefined ? undefined : nanoseconds / 1e9;
}

function readNumber(patterns: readonly string[]): number | undefined {
  const [file] = globSync(patterns, { cwd: cgroups });
  return file === undefined ? undefined : Number(readFileSync(path.join(cgroups, file), "utf8"));
}

/** Those of this run, which are empty by now. */
function removeCgroups(): void {
  for (const controller of [".", ...readdirSync(cgroups)]) removeEmpty(path.join(cgroups, controller, cgroup));
}

function removeEmpty(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) removeEmpty(path.join(folder, entry.name));
    }
    rmdirSync(folder);
  } catch {
    // It was never there, or has gone by itself.
  }
}
