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

type Options = { run: OwnRun; programs: Programs; folder: string; ports: readonly [number, number] };

const startWithinMs = 10_000;
const pollMs = 50;

export async function openDatabaseWay({ run, programs, folder, ports }: Options): Promise<DatabaseWay> {
  let primary: number | undefined;
  // What Patroni says on each machine.
  const answer = async (database: number) => {
    const port = await freePort();
    const server = createServer((_request, response) => void response.writeHead(database === primary ? 200 : 503).end());
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    run.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    return port;
  };
  const [first, second] = ports;
  const port = await freePort();
  const env = {
    COUNTERFOIL_DATABASE_BIND: `127.0.0.1:${port}`,
    COUNTERFOIL_DATABASE_1: `127.0.0.1:${first}`,
    COUNTERFOIL_DATABASE_CHECK_1: String(await answer(first)),
    COUNTERFOIL_DATABASE_2: `127.0.0.1:${second}`,
    COUNTERFOIL_DATABASE_CHECK_2: String(await answer(second)),
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
  return {
    port,
    leadTo(database) {
      primary = database;
    },
  };
}
