import { randomBytes } from "node:crypto";
import { access, chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { roleName, writeAccess } from "./access.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import { freePort } from "./free-port.ts";
import type { Home } from "./home.ts";
import { runProgram } from "./run-program.ts";
import { removeUnfinished } from "./unfinished.ts";

/**
 * Creates the cluster when there is none, under a temporary name that is then renamed. An interrupted start leaves
 * no incomplete database, and of two concurrent starts one wins and both use its cluster.
 */
export async function ensureCluster(home: Home, { durable }: { durable: boolean }): Promise<void> {
  if (await isCluster(home.cluster)) return;
  await removeUnfinished(home.folder, "cluster.new-");
  const half = await mkdtemp(path.join(home.folder, "cluster.new-"));
  try {
    await makeCluster(home, half, durable);
    await rename(path.join(half, "cluster"), home.cluster);
  } catch (error) {
    if (!(await isCluster(home.cluster))) throw error;
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

async function makeCluster(home: Home, half: string, durable: boolean): Promise<void> {
  const password = randomBytes(24).toString("hex");
  const passwordFile = path.join(half, "password");
  const cluster = path.join(half, "cluster");
  await writeFile(passwordFile, password, { mode: 0o600 });
  await mkdir(cluster, { mode: 0o700 });
  if (home.user) {
    await chmod(half, 0o711);
    for (const file of [passwordFile, cluster]) await chown(file, home.user.uid, home.user.gid);
  }
  const flags = [
    `--pgdata=${cluster}`,
    `--username=${roleName}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // PostgreSQL's own collation: the same sort order on every machine, whatever locales it has.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durable ? [] : ["--no-sync"]),
  ];
  const { code, output } = await runProgram(home.binaries, "initdb", flags, home.user);
  if (code !== 0) {
    const lastLine = output.trim().split("\n").at(-1) ?? "no output";
    throw new EmbeddedDatabaseError(`DATA_DIR: the database in ${home.folder} could not be made (initdb: ${lastLine}).`);
  }
  await writeAccess(cluster, { password, port: await freePort() });
}

async function isCluster(folder: string): Promise<boolean> {
  return access(path.join(folder, "PG_VERSION")).then(
    () => true,
    () => false,
  );
}
