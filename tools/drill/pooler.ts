import { spawn } from "node:child_process";
import { chownSync, closeSync, openSync } from "node:fs";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { findDatabaseUser } from "#tools/embedded-postgres/database-user.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import type { Programs } from "./programs.ts";

/** pgbouncer in transaction mode. */
export type Pooler = {
  /** The database's address through it. */
  url: string;
  start(): Promise<void>;
  /** At once, with all its connections. */
  kill(): Promise<void>;
};

type Options = { run: OwnRun; programs: Programs; folder: string; databaseUrl: string; serverConnections: number };

const startWithinMs = 30_000;
const pollMs = 50;
const clientsMax = 500;

export async function startPooler({ run, programs, folder, databaseUrl, serverConnections }: Options): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  const port = await freePort();
  const own = path.join(folder, "pgbouncer");
  const [configFile, usersFile, logFile] = ["pgbouncer.ini", "users.txt", "pgbouncer.log"].map((file) => path.join(own, file));
  if (configFile === undefined || usersFile === undefined || logFile === undefined) throw new Error("No files.");
  const config = `[databases]
${name} = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${usersFile}
pool_mode = transaction
max_client_conn = ${clientsMax}
default_pool_size = ${serverConnections}
max_db_connections = ${serverConnections}
max_prepared_statements = 200
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`;
  await mkdir(own, { mode: 0o711 });
  await writeFile(configFile, config, { mode: 0o600 });
  await writeFile(usersFile, `"${target.username}" "${decodeURIComponent(target.password)}"\n`, { mode: 0o600 });
  await chmod(own, 0o711);
  // It refuses to run as root, as the database does.
  const user = findDatabaseUser(own);
  if (user) for (const file of [configFile, usersFile]) await chown(file, user.uid, user.gid);
  const url = new URL(databaseUrl);
  url.port = String(port);
  let stop = async () => {};
  const pooler: Pooler = {
    url: url.href,
    async start() {
      const log = openSync(logFile, "a", 0o600);
      if (user) chownSync(logFile, user.uid, user.gid);
      const [program, args] = programs.command("pgbouncer", [configFile]);
      const child = spawn(program, args, { ...user, cwd: "/", stdio: ["ignore", log, log] });
      closeSync(log);
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
      stop = () => {
        child.kill("SIGKILL");
        return ended;
      };
      const giveUpAt = performance.now() + startWithinMs;
      while (!(await isOpen(port))) {
        if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error(`pgbouncer does not start; see ${logFile}.`);
        await wait(pollMs);
      }
    },
    kill: () => stop(),
  };
  run.defer(() => stop());
  await pooler.start();
  return pooler;
}

/** Whether something of this machine listens there. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}
