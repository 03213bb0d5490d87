import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Debian's programs below a folder of their own. Nothing is installed on the machine. */
export type Programs = {
  /** The command line that runs `program` with the libraries unpacked beside it. */
  command(program: string, args: readonly string[]): [file: string, args: string[]];
};

/** The packages cannot be had here: one line that says why. */
export class ProgramsMissingError extends Error {
  override name = "ProgramsMissingError";
}

const markFile = "unpacked";
const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
const fetchWithinMs = 180_000;
/** Packages may put their files below either, as the two are one folder on a whole system. */
const libraryFolders = ["lib", "usr/lib"];
const programFolders = ["usr/sbin", "sbin", "usr/bin", "bin"];

/** What the drill itself and most of its parts run. */
export function unpackPrograms(folder: string): Programs {
  const { root } = unpackPackages(folder, ["haproxy", "nftables", "iproute2", "prometheus", "systemd"]);
  return { command: (program, args) => commandIn(root, program, args) };
}

export type Unpacked = {
  root: string;
  /** Unpacks these packages alone, without what they depend on. */
  unpackSome(names: readonly string[], target: string): void;
};

/** pgbouncer keeps prepared statements apart from 1.21 on, and Debian 12 has 1.18. */
export function unpackPooler(folder: string): Programs {
  const { root } = unpackPackages(folder, ["pgbouncer"], "trixie");
  return { command: (program, args) => commandIn(root, program, args) };
}

/**
 * Fetches Debian's packages with package lists of its own and unpacks them below `folder`, once, with all they depend on. Of
 * another release than the machine's where one is named.
 */
export function unpackPackages(folder: string, packages: readonly string[], release?: string): Unpacked {
  const root = path.join(folder, "root");
  const mark = path.join(folder, markFile);
  const marked = `${packages.join(" ")}\n`;
  const unpack = (archives: readonly string[], target: string) => {
    mkdirSync(target, { recursive: true });
    for (const archive of archives) run("dpkg-deb", ["-x", archive, target], packages);
  };
  if (!existsSync(mark) || readFileSync(mark, "utf8") !== marked) {
    download(folder, packages, release);
    unpack(listArchives(folder), root);
    writeFileSync(mark, marked);
  }
  return {
    root,
    unpackSome: (names, target) =>
      unpack(
        listArchives(folder).filter((file) => names.includes(packageIn(file))),
        target,
      ),
  };
}

const archivesIn = (folder: string) => path.join(folder, "cache", "archives");
const packageIn = (archive: string) => path.basename(archive).split("_", 1)[0] ?? "";

function listArchives(folder: string): string[] {
  const names = readdirSync(archivesIn(folder)).filter((name) => name.endsWith(".deb"));
  return names.map((name) => path.join(archivesIn(folder), name));
}

function sourcesOf(folder: string, release: string | undefined): string[] {
  if (release === undefined) return [];
  const file = path.join(folder, "sources.list");
  writeFileSync(file, `deb [signed-by=${keyring}] http://deb.debian.org/debian ${release} main\n`);
  return [`Dir::Etc::sourcelist=${file}`, "Dir::Etc::sourceparts=-"];
}

function download(folder: string, packages: readonly string[], release: string | undefined): void {
  const status = path.join(folder, "status");
  for (const place of [path.join(folder, "lists", "partial"), path.join(archivesIn(folder), "partial")])
    mkdirSync(place, { recursive: true });
  // An empty list of installed packages, so that every library comes along.
  writeFileSync(status, "");
  const own = [
    `Dir::State::Lists=${path.join(folder, "lists")}`,
    `Dir::State::status=${status}`,
    `Dir::Cache=${path.join(folder, "cache")}`,
    "APT::Sandbox::User=root",
    "Acquire::Retries=2",
    ...sourcesOf(folder, release),
  ].flatMap((option) => ["-o", option]);
  run("apt-get", ["-qq", ...own, "update"], packages);
  run("apt-get", ["-qq", "-y", "--no-install-recommends", "--download-only", ...own, "install", ...packages], packages);
}

function run(program: string, args: readonly string[], packages: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", timeout: fetchWithinMs });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split("\n").at(-1);
  throw new ProgramsMissingError(`Debian's packages ${packages.join(", ")} cannot be had here (${program}: ${reason}).`);
}

/** By the unpacked dynamic linker, so that the machine's own libraries play no part. */
function commandIn(root: string, program: string, args: readonly string[]): [string, string[]] {
  const libraries = libraryFolders.flatMap((name) => foldersBelow(path.join(root, name)));
  const linker = libraries.map((folder) => findLinker(folder)).find((file) => file !== undefined);
  const file = programFolders.map((name) => path.join(root, name, program)).find(existsSync);
  if (linker === undefined || file === undefined)
    throw new ProgramsMissingError(`${program} is not below ${root}; remove that folder.`);
  return [linker, ["--library-path", libraries.join(":"), file, ...args]];
}

/** The folder itself, those named after the architecture, and systemd's own in them. */
function foldersBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const inner = readdirSync(folder).filter((name) => name.endsWith("-linux-gnu"));
  return [folder, ...inner.flatMap((name) => [path.join(folder, name), path.join(folder, name, "systemd")])].filter(existsSync);
}

function findLinker(folder: string): string | undefined {
  const name = readdirSync(folder).find((file) => /^ld-linux-.*\.so\.\d$/.test(file));
  return name && path.join(folder, name);
}
