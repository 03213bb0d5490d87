import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat, unlink, utimes } from "node:fs/promises";
import path from "node:path";

/** A file of the spool that this process took for itself: nobody appends to it any more. */
export type TakenSegment = {
  read(): Promise<Buffer>;
  /** All of it is stored elsewhere. */
  remove(): Promise<void>;
  /** Back for another try, by whoever comes first. */
  giveBack(): Promise<void>;
  /** Kept for a person to look at; it is not tried again. */
  setAside(): Promise<void>;
};

/** A drain that died left its files behind; after this time another takes them over. Taking one twice does no harm. */
const abandonedMs = 60_000;

export async function makeSpoolFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** What the spool holds on the disk, of all processes. */
export async function measureSpool(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map((name) => sizeOf(path.join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Takes every file that is waiting, oldest first, one at a time. Several processes may do so at once. */
export async function* takeSegments(folder: string): AsyncGenerator<TakenSegment> {
  for (const name of (await readdir(folder)).sort()) {
    const file = path.join(folder, name);
    const isFree = name.endsWith(".spool") || (name.endsWith(".taken") && (await isAbandoned(file)));
    const taken = isFree ? await take(folder, name) : undefined;
    if (taken) yield taken;
  }
}

async function take(folder: string, name: string): Promise<TakenSegment | undefined> {
  const [stem = name] = name.split(".", 1);
  const taken = path.join(folder, `${stem}.${randomBytes(4).toString("hex")}.taken`);
  const isMine = await rename(path.join(folder, name), taken).then(
    () => true,
    () => false,
  );
  if (!isMine) return undefined;
  const now = new Date();
  await utimes(taken, now, now).catch(() => {});
  return {
    read: () => readFile(taken),
    remove: () => unlink(taken).catch(() => {}),
    giveBack: () => rename(taken, path.join(folder, `${stem}.spool`)).catch(() => {}),
    setAside: () => rename(taken, path.join(folder, `${stem}.damaged`)).catch(() => {}),
  };
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
