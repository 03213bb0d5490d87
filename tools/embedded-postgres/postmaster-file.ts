import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** The file that a PostgreSQL server writes into its data folder (`postmaster.pid`). */
export type Postmaster = { pid: number; port: number; status: "starting" | "stopping" | "ready" };

/** The server that runs on this cluster; undefined when there is none or its file is stale. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // pid, data folder, start time, port, socket folder, listen address, shared memory, status
  const lines = text.split("\n").map((line) => line.trim());
  const [pid, port] = [Number.parseInt(lines[0] ?? "", 10), Number.parseInt(lines[3] ?? "", 10)];
  if (!(pid > 0) || !isRunning(pid)) return undefined;
  const status = lines[7] === "ready" ? "ready" : lines[7] === "stopping" ? "stopping" : "starting";
  return { pid, port: port > 0 ? port : 0, status };
}

/** Whether that pid is a running PostgreSQL: after a restart of the machine another program may have it, and a zombie is dead. */
export function isRunning(pid: number): boolean {
  if (process.platform === "linux") return isLivingPostgres(pid);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isLivingPostgres(pid: number): boolean {
  try {
    // "123 (postgres) S …"
    const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return name === "postgres" && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}
