import { mkdir } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { databaseName, readAccess, urlFor, writeAccess } from "./access.ts";
import { archiveSettings, prepareArchive } from "./archive.ts";
import { ensureCluster } from "./cluster.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import { freePort } from "./free-port.ts";
import { clusterFolder, type Home, homeFolder, prepareHome } from "./home.ts";
import { acquireLease, type Lease } from "./lease.ts";
import { type ServerOptions, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { refuseUnrecovered } from "./unrecovered.ts";

export type EmbeddedDatabase = {
  url: string;
  /** Releases the server; the last process to release it stops it. May be called more than once. */
  close(): Promise<void>;
};

export type EmbeddedDatabaseOptions = {
  dataDir: string;
  /** Off in tests only: no fsync. */
  durable?: boolean;
  /** Where the server archives its write-ahead log; nowhere when undefined. A server that runs already stays as it is. */
  archiveDir?: string | undefined;
  log?: (message: string) => void;
};

// A dying server's lock may remain for half a minute under an idle PID 1.
const acquireWithinMs = 30_000;
const retryMs = 50;

/**
 * The PostgreSQL under `$DATA_DIR/postgres`: joined when it runs, otherwise created and started. Several processes may
 * share it. A server that dies is restarted at the same address.
 * Throws EmbeddedDatabaseError with one line for the user.
 */
export async function openEmbeddedDatabase({
  dataDir,
  durable = true,
  archiveDir,
  log = () => {},
}: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true });
  const home = await prepareHome(dataDir, log);
  const archive = archiveDir === undefined ? undefined : await prepareArchive(archiveDir, home.user);
  const server = { home, durable, extra: archive && archiveSettings(archive) };
  const first = await join(server);
  let lease = first.lease;
  let closing: Promise<void> | undefined;
  let rejoining: Promise<void> | undefined;

  const watch = () =>
    lease.onLost(() => {
      if (closing) return;
      log("The embedded database went away; starting it again.");
      rejoining = join(server, first.port).then(
        (again) => {
          lease = again.lease;
          watch();
          log("The embedded database is back.");
        },
        (error: unknown) =>
          log(`The embedded database cannot be started again: ${error instanceof Error ? error.message : error}`),
      );
    });
  watch();

  const close = async () => {
    await rejoining;
    await leave(home, lease);
  };
  return { url: urlFor(first), close: () => (closing ??= close()) };
}

/** The address of the server that runs for this DATA_DIR, whichever process started it; undefined when none does. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const cluster = clusterFolder(homeFolder(dataDir));
  const [postmaster, access] = [await findPostmaster(cluster), await readAccess(cluster)];
  if (postmaster?.status !== "ready" || !access) return undefined;
  return urlFor({ ...access, port: postmaster.port });
}

type Server = { home: Home } & ServerOptions;
type Joined = { lease: Lease; password: string; port: number };

async function join(server: Server, fixedPort?: number): Promise<Joined> {
  let giveUpAt = performance.now() + acquireWithinMs;
  let problem: unknown = new Error("it is still stopping");
  while (performance.now() < giveUpAt) {
    const postmaster = await findPostmaster(server.home.cluster);
    if (!postmaster) {
      const isStarted = await start(server, fixedPort);
      // Making a cluster and recovering one have limits of their own, which may be longer.
      if (isStarted) giveUpAt = performance.now() + acquireWithinMs;
    } else if (postmaster.status === "ready") {
      const joined = await tryJoin(server.home, postmaster.port).catch((error: unknown) => {
        problem = error;
      });
      if (joined) return joined;
    }
    await wait(retryMs);
  }
  const { folder, logFile } = server.home;
  throw new EmbeddedDatabaseError(
    `DATA_DIR: the database in ${folder} cannot be reached: ${wordsFor(problem)} (see ${logFile}).`,
    {
      cause: problem,
    },
  );
}

async function tryJoin(home: Home, port: number): Promise<Joined> {
  const access = await readAccess(home.cluster);
  if (!access) throw new EmbeddedDatabaseError("its desk-access.json is missing or damaged");
  const { password } = access;
  return { lease: await acquireLease({ password, port }, databaseName), password, port };
}

/** One attempt; on any obstacle (another start, a dying server) it is false and the caller retries. */
async function start({ home, ...options }: Server, fixedPort: number | undefined): Promise<boolean> {
  refuseUnrecovered(home.cluster);
  await ensureCluster(home, options);
  const access = await readAccess(home.cluster);
  if (!access)
    throw new EmbeddedDatabaseError(
      `DATA_DIR: desk-access.json in ${home.cluster} is missing or damaged; restore it from a backup.`,
    );
  const result = await startPostmaster(home, fixedPort ?? access.port, options);
  if (result === "port_taken" && !fixedPort) await writeAccess(home.cluster, { ...access, port: await freePort() });
  return result === "ready";
}

async function leave(home: Home, lease: Lease): Promise<void> {
  const isLast = await lease.giveBack().catch(() => false);
  const postmaster = isLast ? await findPostmaster(home.cluster) : undefined;
  if (postmaster) await stopPostmaster(postmaster.pid);
  await lease.end();
}

function wordsFor(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
