import { spawnSync } from "node:child_process";
import { chown, cp, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { databaseName, readAccess, urlFor } from "./access.ts";
import { type Archive, archiveIn, archiveSettings, prepareArchive } from "./archive.ts";
import { type Base, listBases } from "./base-backup.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import { freePort } from "./free-port.ts";
import { type Home, prepareHome } from "./home.ts";
import { startPostmaster, stopPostmaster } from "./postmaster.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { removeUnfinished } from "./unfinished.ts";
import { unrecoveredFile } from "./unrecovered.ts";

type Recovery = {
  dataDir: string;
  archiveDir: string;
  /** The end of the archive when undefined. */
  until: Date | undefined;
  log?: (message: string) => void;
  /** Called with the recovered database while nothing else uses it; until it resolves the database cannot be started. */
  mark(url: string): Promise<void>;
};

const unfinishedPrefix = "cluster.new-";
/** Recovery replays all that happened since the copy. */
const recoverWithinMs = 6 * 60 * 60_000;

/**
 * Makes `$DATA_DIR/postgres` of the newest copy in the archive that ended before `until`, and replays the archived
 * write-ahead log up to that moment. Interrupted, it is started again. Throws EmbeddedDatabaseError when there is a database already, no copy, or no
 * log that reaches the moment.
 */
export async function recoverCluster({ dataDir, archiveDir, until, log = () => {}, mark }: Recovery): Promise<void> {
  const base = await chooseBase(archiveIn(archiveDir), until);
  const home = await prepareHome(dataDir, log);
  const archive = await prepareArchive(archiveDir, home.user);
  await prepareTarget(home);
  log(`Copying ${base.folder} …`);
  await placeCopy(home, base);
  log("Replaying the write-ahead log …");
  const url = await startRecovered(home, archive, until);
  try {
    await mark(url);
    await rm(unrecoveredFile(home.cluster));
  } finally {
    const postmaster = await findPostmaster(home.cluster);
    if (postmaster) await stopPostmaster(postmaster.pid);
  }
}

async function chooseBase(archive: Archive, until: Date | undefined): Promise<Base> {
  const bases = await listBases(archive);
  const [oldest] = bases;
  if (!oldest) throw new EmbeddedDatabaseError(`--from ${archive.folder} holds no copy of a database (base-…).`);
  const base = bases.findLast(({ endedAt }) => until === undefined || endedAt <= until);
  if (base) return base;
  throw new EmbeddedDatabaseError(`--until is before the oldest copy there; name ${oldest.endedAt.toISOString()} or later.`);
}

/** Only what an interrupted restore left behind may be replaced. */
async function prepareTarget({ folder, cluster }: Home): Promise<void> {
  await removeUnfinished(folder, unfinishedPrefix);
  const content = await readdir(cluster).catch(() => undefined);
  if (content === undefined) return;
  if (!content.includes(path.basename(unrecoveredFile(cluster)))) {
    throw new EmbeddedDatabaseError(
      `There is a database in ${folder} already, and it was not changed: stop all processes and move it away.`,
    );
  }
  const postmaster = await findPostmaster(cluster);
  if (postmaster) await stopPostmaster(postmaster.pid);
  await rm(cluster, { recursive: true, force: true });
}

async function placeCopy({ folder, cluster, user }: Home, base: Base): Promise<void> {
  const half = await mkdtemp(path.join(folder, unfinishedPrefix));
  const copy = path.join(half, "cluster");
  await cp(base.folder, copy, { recursive: true });
  await writeFile(unrecoveredFile(copy), "", { mode: 0o600, flush: true });
  await writeFile(path.join(copy, "recovery.signal"), "", { mode: 0o600, flush: true });
  if (user) {
    for (const name of ["", ...(await readdir(copy, { recursive: true }))])
      await chown(path.join(copy, name), user.uid, user.gid);
  }
  // What is not on disk yet after a power cut would be missed by nothing.
  spawnSync("sync");
  await rename(copy, cluster);
  await rm(half, { recursive: true, force: true });
}

async function startRecovered(home: Home, archive: Archive, until: Date | undefined): Promise<string> {
  const access = await readAccess(home.cluster);
  if (!access) throw new EmbeddedDatabaseError(`desk-access.json in ${home.cluster} is missing or damaged; use another copy.`);
  const { wal } = archive;
  const target = until && { recovery_target_time: toServerTime(until), recovery_target_action: "promote" };
  // Nobody may read before its end (hot_standby), or it would count as started.
  // Along the copy's own timeline, whatever other restores from this archive went on to; archiving gives this one its number.
  const extra = {
    ...archiveSettings(archive),
    ...target,
    restore_command: copyCommand(wal),
    recovery_target_timeline: "current",
    hot_standby: "off",
  };
  const port = await freePort();
  const result = await startPostmaster(home, port, { durable: true, extra, readyWithinMs: recoverWithinMs }).catch(explain);
  if (result !== "ready") throw new EmbeddedDatabaseError(`The restored database does not start: ${result}.`);
  return urlFor({ ...access, port }, databaseName);
}

/** With the zone as a number: the server reads this before it knows names of zones, "Z" included. */
function toServerTime(time: Date): string {
  return time.toISOString().replace("Z", "+00");
}

function copyCommand(wal: string): string {
  return process.platform === "win32" ? `copy "${wal}\\%f" "%p"` : `cp '${wal.replaceAll("'", "'\\''")}/%f' "%p"`;
}

function explain(cause: unknown): never {
  if (cause instanceof Error && cause.message.includes("before configured recovery target was reached")) {
    throw new EmbeddedDatabaseError("--until is after the last archived change; leave it out to restore all there is.", {
      cause,
    });
  }
  throw cause;
}
