import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { findDatabaseUser } from "#tools/embedded-postgres/database-user.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { prepareRoot } from "./prepare-root.ts";
import { ProgramsMissingError, type Unpacked, unpackPackages } from "./programs.ts";

/** Debian's PostgreSQL and pgBackRest in a root of their own, so that the commands are those of a whole system. */
export type ArchivedServer = {
  urlOf(database: string): string;
  start(): Promise<void>;
  /** At once, as when its machine dies. */
  kill(): Promise<void>;
  /** Removes what the server has, as when its disk is lost; the repository stays. */
  loseData(): void;
  /** A line for a shell, as the user of the database. Throws with what it said when it fails. */
  run(line: string): Promise<void>;
};

type Options = { run: OwnRun; folder: string; logFile: string; configuration: string; serverSettings: string };

const bin = "/usr/lib/postgresql/17/bin";
const dataFolder = "/var/lib/postgresql/17/main";
const writtenFolders = [
  "/var/lib/postgresql",
  "/var/lib/postgresql/17",
  dataFolder,
  "/var/lib/pgbackrest",
  "/var/log/pgbackrest",
  "/run/postgresql",
  "/tmp",
  "/dev/shm",
];
const lineWithinMs = 120_000;
const startWithinMs = 60_000;
const pollMs = 100;

/** Of Debian 13: its PostgreSQL is one that the program works with. */
export function unpackArchivedServer(folder: string): Unpacked {
  return unpackPackages(folder, ["postgresql-17", "pgbackrest", "dash", "coreutils"], "trixie");
}

export async function createArchivedServer({
  run,
  folder,
  logFile,
  configuration,
  serverSettings,
}: Options): Promise<ArchivedServer> {
  const { root } = unpackArchivedServer(folder);
  const user = findDatabaseUser(path.join(root, "nobody"));
  if (!user) throw new ProgramsMissingError("Changing the root folder needs root.");
  const owner = { user: `${user.uid}:${user.gid}`, ...user };
  const inside = (name: string) => path.join(root, name);
  prepareRoot(root, owner, writtenFolders);
  const port = await freePort();
  const password = randomBytes(18).toString("base64url");
  writeFileSync(inside("/etc/pgbackrest.conf"), `${configuration}\npg1-port=${port}\n`);
  writeFileSync(inside("/tmp/password"), password);
  const command = (program: string, args: readonly string[]) => [...[`--userspec=${owner.user}`, root, program], ...args];
  const env: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: "/usr/sbin:/usr/bin", HOME: "/var/lib/postgresql", LC_ALL: "C" };
  const runProgram = async (program: string, args: readonly string[]) => {
    const running = promisify(execFile)("chroot", command(program, args), { env, timeout: lineWithinMs });
    await running.catch(({ message, stdout }) => {
      throw new Error(`${message}\n${String(stdout).slice(-2_000)}`);
    });
  };
  const access = ["--auth-local=peer", "--auth-host=scram-sha-256", "--pwfile=/tmp/password"];
  await runProgram(`${bin}/initdb`, ["-D", dataFolder, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", ...access]);
  writeFileSync(inside(`${dataFolder}/postgresql.auto.conf`), `${serverSettings}\n`);
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  let stop = async () => {};
  const server: ArchivedServer = {
    urlOf,
    async start() {
      const log = openSync(logFile, "a", 0o600);
      const flags = ["-D", dataFolder, "-p", String(port), "-h", "127.0.0.1", "-k", "/run/postgresql"];
      const child = spawn("chroot", command(`${bin}/postgres`, flags), { env, stdio: ["ignore", log, log] });
      closeSync(log);
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
      stop = () => {
        // At once: all its processes are told to end.
        child.kill("SIGQUIT");
        return ended;
      };
      const giveUpAt = performance.now() + startWithinMs;
      while (!(await isPrimary(urlOf("postgres")))) {
        if (child.exitCode !== null || performance.now() > giveUpAt)
          throw new Error(`PostgreSQL does not start; see ${logFile}.`);
        await wait(pollMs);
      }
    },
    kill: () => stop(),
    loseData: () => {
      rmSync(inside(dataFolder), { recursive: true });
      mkdirSync(inside(dataFolder), { mode: 0o700 });
      chownSync(inside(dataFolder), owner.uid, owner.gid);
    },
    run: (line) => runProgram("/bin/sh", ["-c", line]),
  };
  run.defer(async () => {
    await server.kill();
    for (const name of ["/var/lib/postgresql", "/var/lib/pgbackrest"]) rmSync(inside(name), { recursive: true, force: true });
  });
  return server;
}

/** Whether it takes connections and has ended its recovery. */
async function isPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean }>("select pg_is_in_recovery() as recovering");
    return rows[0]?.recovering === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
