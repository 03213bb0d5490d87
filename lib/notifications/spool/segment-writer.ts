import { randomBytes } from "node:crypto";
import { type FileHandle, open, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "./spool-folder.ts";

export type SegmentWriter = {
  /** Resolves when the bytes are on disk, in a file that a drain will find. Concurrent calls share one fsync. */
  append(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
};

type Segment = { file: string; handle: FileHandle; inode: bigint; goodBytes: number; openedMs: number };
type PendingWrite = { bytes: Buffer; resolve(): void; reject(cause: unknown): void };

const segmentBytesMax = 8 * 1024 * 1024;

type Options = {
  suffix?: string;
  /** Starts another file when the one in use is older. */
  lifeMs?: number;
};

/** Appends to its own file in `folder`, and starts another when that is full, old, claimed by a drain, or failed. */
export function createSegmentWriter(
  folder: string,
  { suffix = ".spool", lifeMs = Number.POSITIVE_INFINITY }: Options = {},
): SegmentWriter {
  let pendingWrites: PendingWrite[] = [];
  let segment: Segment | undefined;
  let running: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (pendingWrites.length > 0) {
      const batch = pendingWrites;
      pendingWrites = [];
      try {
        await writeDurably(Buffer.concat(batch.map(({ bytes }) => bytes)));
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
    running = undefined;
  }

  /** A drain may rename the file at any moment; a write is only certain while the file still has its name. */
  async function writeDurably(bytes: Buffer): Promise<void> {
    for (;;) {
      const current = await currentSegment();
      try {
        await writeWhole(current.handle, bytes);
        await current.handle.datasync();
      } catch (cause) {
        await truncateFailedWrite(current);
        throw cause;
      }
      current.goodBytes += bytes.length;
      if (await isInPlace(current)) return;
    }
  }

  async function currentSegment(): Promise<Segment> {
    const isUsable = segment && segment.goodBytes < segmentBytesMax && Date.now() - segment.openedMs < lifeMs;
    if (segment && isUsable && (await isInPlace(segment))) return segment;
    await closeSegment();
    segment = await openSegment(folder, suffix);
    return segment;
  }

  /** Truncates an incomplete write, since its sender gets a response that it was not stored. */
  async function truncateFailedWrite({ file, handle, goodBytes }: Segment): Promise<void> {
    await handle.truncate(goodBytes).catch(() => {});
    await closeSegment();
    if (goodBytes === 0) await unlink(file).catch(() => {});
  }

  async function closeSegment(): Promise<void> {
    const closing = segment;
    segment = undefined;
    await closing?.handle.close().catch(() => {});
  }

  return {
    append: (bytes) =>
      new Promise((resolve, reject) => {
        pendingWrites.push({ bytes, resolve, reject });
        running ??= writeAll();
      }),
    close: async () => {
      await running;
      await closeSegment();
    },
  };
}

async function openSegment(folder: string, suffix: string): Promise<Segment> {
  const openedMs = Date.now();
  const name = `${openedMs}-${process.pid}-${randomBytes(6).toString("hex")}${suffix}`;
  const file = path.join(folder, name);
  const handle = await open(file, "ax", 0o600);
  try {
    const { ino } = await handle.stat({ bigint: true });
    await syncFolder(folder);
    return { file, handle, inode: ino, goodBytes: 0, openedMs };
  } catch (cause) {
    await handle.close().catch(() => {});
    await unlink(file).catch(() => {});
    throw cause;
  }
}

async function isInPlace({ file, inode }: Segment): Promise<boolean> {
  return stat(file, { bigint: true }).then(
    ({ ino }) => ino === inode,
    () => false,
  );
}

async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}
