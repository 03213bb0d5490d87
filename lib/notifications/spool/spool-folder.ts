import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, stat, statfs, unlink, utimes } from "node:fs/promises";
import path from "node:path";

/** Deliveries that a drain could not move into the database, as bytes to write. */
export type LeftBehind = {
  /** For the next round. */
  waiting: Buffer[];
  /** Could not be decrypted or stored: saved, and retried later. */
  aside: Buffer[];
};

/** A spool file that this process has claimed: no process appends to it any more. */
export type ReadSegment = {
  /** It was set aside before. */
  isAside: boolean;
  read(): Promise<Buffer>;
  /** Removes the file; everything but `left` is in the database. */
  finish(left: LeftBehind): Promise<void>;
  /** Releases the file, so that any process can retry. */
  giveBack(): Promise<void>;
};

/** `bytes`: of all processes, including files set aside; those stay until they can be stored or the operator removes them. */
export type SpoolSize = { bytes: number; setAside: number };

const asideSuffix = ".aside";

/**
 * After this time the files of a crashed drain are claimed by another. Draining a file twice does no harm. Files
 * set aside are retried after the same time: a missing key may be available again.
 */
const abandonedMs = 60_000;

export async function makeSpoolFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

export async function measureSpool(folder: string): Promise<SpoolSize> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map((name) => sizeOf(path.join(folder, name))));
  const sum = (wanted: (name: string) => boolean) =>
    sizes.reduce((total, size, index) => total + (wanted(names[index] ?? "") ? size : 0), 0);
  return { bytes: sum(() => true), setAside: sum((name) => name.endsWith(asideSuffix)) };
}

/** Whether files may be made in the folder, and its disk has that much space. */
export async function isWritable(folder: string, bytes: number): Promise<boolean> {
  await access(folder, constants.W_OK | constants.X_OK);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes;
}

/** The content of the spool, file by file, without claiming it; nothing without the folder. Throws when it cannot be read. */
export async function* readSpoolFiles(folder: string): AsyncGenerator<Buffer> {
  const entries = (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const bytes = await unlessGone(readFile(path.join(folder, name)));
    if (bytes) yield bytes;
  }
}

function unlessGone<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    throw cause;
  });
}

/** Claims every waiting file, oldest first, one at a time. Several processes may do so concurrently. */
export async function* readSegments(folder: string): AsyncGenerator<ReadSegment> {
  for (const name of (await readdir(folder)).sort()) {
    const mayBeOld = name.endsWith(".taken") || name.endsWith(asideSuffix);
    const isFree = name.endsWith(".spool") || (mayBeOld && (await isAbandoned(path.join(folder, name))));
    const taken = isFree ? await take(folder, name) : undefined;
    if (taken) yield taken;
  }
}

async function take(folder: string, name: string): Promise<ReadSegment | undefined> {
  const [stem = name] = name.split(".", 1);
  const suffix = name.endsWith(asideSuffix) ? asideSuffix : ".spool";
  const taken = path.join(folder, `${stem}.${randomBytes(4).toString("hex")}.taken`);
  const isMine = await rename(path.join(folder, name), taken).then(
    () => true,
    () => false,
  );
  if (!isMine) return undefined;
  const now = new Date();
  await utimes(taken, now, now).catch(() => {});
  const giveBack = () => rename(taken, path.join(folder, `${stem}${suffix}`)).catch(() => {});
  return {
    isAside: suffix === asideSuffix,
    read: () => readFile(taken),
    giveBack,
    async finish({ waiting, aside }) {
      // Durable under the new names before the old file is removed; after a crash in between both are drained.
      const again = path.join(folder, `${stem.split("-", 3).join("-")}-${randomBytes(4).toString("hex")}`);
      if (waiting.length > 0) await writeDurably(`${again}.spool`, waiting);
      if (aside.length > 0) await writeDurably(`${again}${asideSuffix}`, aside);
      await unlink(taken).catch(() => {});
    },
  };
}

/** Writes a file readable for this user only, under a temporary name until all of it is on disk. */
export async function writeDurably(file: string, pieces: readonly Buffer[]): Promise<void> {
  const unfinished = `${file}.${randomBytes(4).toString("hex")}.new`;
  try {
    const handle = await open(unfinished, "wx", 0o600);
    try {
      for (const piece of pieces) await handle.writeFile(piece);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (cause) {
    await unlink(unfinished).catch(() => {});
    throw cause;
  }
  await syncFolder(path.dirname(file));
}

/** Appends to an existing file; fails if there is none. */
export async function addDurably(file: string, pieces: readonly Buffer[]): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND);
  try {
    await handle.writeFile(Buffer.concat(pieces));
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** A new file name is only durable after its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  return stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > abandonedMs,
    () => false,
  );
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
