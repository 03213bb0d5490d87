import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { isOpen } from "./pooler.ts";
import type { Programs } from "./programs.ts";

const configFile = path.resolve(import.meta.dirname, "..", "..", "deploy", "haproxy-database.cfg");

/** haproxy before two servers, with the configuration in `deploy/`. */
export type DatabaseWay = {
  port: number;
  /** From its next check on, connections lead to that server; those to the other one are closed. Undefined: to none. */
  leadTo(port: number | undefined): void;
};

type Way = { run: OwnRun; programs: Programs; folder: string };
/** `address` has a port; `check` is the port on the same machine that says whether it is the primary. */
type WayServer = { address: string; check: number };

const startWithinMs = 10_000;
const pollMs = 50;

/** The drill itself says which server is the primary. */
export async function openDatabaseWay({ ports, ...way }: Way & { ports: readonly [number, number] }): Promise<DatabaseWay> {
  let primary: number | undefined;
  // What Patroni says on each machine.
  const answer = async (database: number): Promise<WayServer> => {
    const port = await freePort();
    const server = createServer((_request, response) => void response.writeHead(database === primary ? 200 : 503).end());
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    way.run.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    return { address: `127.0.0.1:${database}`, check: port };
  };
  const port = await startDatabaseWay({ ...way, servers: [await answer(ports[0]), await answer(ports[1])] });
  return {
    port,
    leadTo(database) {
      primary = database;
    },
  };
}

/** The port of this machine that leads to the primary. */
export async function startDatabaseWay({
  run,
  programs,
  folder,
  servers: [first, second],
}: Way & { servers: readonly [WayServer, WayServer] }): Promise<number> {
  const port = await freePort();
  const env = {
    COUNTERFOIL_DATABASE_BIND: `127.0.0.1:${port}`,
    COUNTERFOIL_DATABASE_1: first.address,
    COUNTERFOIL_DATABASE_CHECK_1: String(first.check),
    COUNTERFOIL_DATABASE_2: second.address,
    COUNTERFOIL_DATABASE_CHECK_2: String(second.check),
  };
  const log = openSync(path.join(folder, "haproxy-database.log"), "a", 0o600);
  const [program, args] = programs.command("haproxy", ["-db", "-f", configFile]);
  const child = spawn(program, args, { env: { NODE_ENV: "production", ...env }, stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
  run.defer(() => {
    child.kill("SIGKILL");
    return ended;
  });
  const giveUpAt = performance.now() + startWithinMs;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error(`haproxy does not start (${configFile}).`);
    await wait(pollMs);
  }
  return port;
}
