import { chmod, cp, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { type Binaries, findBinaries } from "./binaries.ts";
import { canEnter, type DatabaseUser, findDatabaseUser } from "./database-user.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import { removeUnfinished } from "./unfinished.ts";

/** The folder of one embedded database, with the user and the programs that run it. */
export type Home = { folder: string; cluster: string; logFile: string; user: DatabaseUser; binaries: Binaries };

// Both survive a restart of the machine; only root needs them.
const placesElsewhere = ["/var/lib", "/var/tmp"];

/** `$DATA_DIR/postgres`, whether or not it exists yet. */
export function homeFolder(dataDir: string): string {
  return path.join(dataDir, "postgres");
}

export function clusterFolder(folder: string): string {
  return path.join(folder, "cluster");
}

/**
 * Prepares `$DATA_DIR/postgres`. When started as root from a folder that the database's user cannot enter (below a
 * 0700 home, say), it becomes a link to a folder in /var/lib; the programs are copied beside the data.
 */
export async function prepareHome(dataDir: string, log: (message: string) => void): Promise<Home> {
  const link = homeFolder(dataDir);
  const user = findDatabaseUser(clusterFolder(link));
  if (user && !(await exists(link)) && !canEnter(dataDir, user)) await linkElsewhere(link, log);
  const folder = await realpath(await makeFolder(link)).catch((cause: unknown) => {
    throw new EmbeddedDatabaseError(`DATA_DIR: ${link} cannot be used (${reason(cause)}); mend or remove it.`, { cause });
  });
  if (user && !canEnter(folder, user)) {
    throw new EmbeddedDatabaseError(
      `DATA_DIR: the database's user cannot enter ${folder}; move DATA_DIR to a folder it can enter, or set DATABASE_URL.`,
    );
  }
  await refuseForeignCluster(folder);
  const binaries = await reachableBinaries(folder, user);
  return { folder, cluster: clusterFolder(folder), logFile: path.join(folder, "server.log"), user, binaries };
}

async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true }).catch(() => {});
  // Only the owner of a folder may do this; its cluster stays 0700 in any case.
  if (process.getuid?.() === 0) await chmod(folder, 0o711).catch(() => {});
  return folder;
}

async function linkElsewhere(link: string, log: (message: string) => void): Promise<void> {
  for (const parent of placesElsewhere) {
    const folder = await mkdtemp(path.join(parent, "counterfoil-")).catch(() => undefined);
    if (!folder) continue;
    try {
      await symlink(folder, link);
      log(`The database lives in ${folder}: its user cannot enter ${path.dirname(link)}, which links to it.`);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      if (!(await exists(link))) throw error;
    }
    return;
  }
}

async function refuseForeignCluster(folder: string): Promise<void> {
  const owner = await stat(clusterFolder(folder)).catch(() => undefined);
  const self = process.getuid?.();
  if (!owner || self === undefined || self === 0 || owner.uid === self) return;
  throw new EmbeddedDatabaseError(
    `DATA_DIR: the database in ${folder} belongs to another user (uid ${owner.uid}); start as that user or choose another DATA_DIR.`,
  );
}

async function reachableBinaries(folder: string, user: DatabaseUser): Promise<Binaries> {
  const packaged = findBinaries();
  if (canEnter(packaged.native, user)) return packaged;
  const native = path.join(folder, `native-${packaged.version}`);
  if (!(await exists(native))) {
    const half = await mkdtemp(path.join(folder, "native.new-"));
    await chmod(half, 0o755);
    await cp(packaged.native, half, { recursive: true, verbatimSymlinks: true });
    await rename(half, native).catch(() => rm(half, { recursive: true, force: true }));
  }
  await removeOthers(folder, path.basename(native));
  await removeUnfinished(folder, "native.new-");
  return { ...packaged, native };
}

/** Programs of an earlier version. */
async function removeOthers(folder: string, current: string): Promise<void> {
  const old = (await readdir(folder)).filter((name) => name.startsWith("native-") && name !== current);
  await Promise.all(old.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}

async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}

function reason(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
