import type { Delivery } from "../ports.ts";
import { toFrame } from "./frame.ts";
import { createSegmentWriter } from "./segment-writer.ts";
import { isWritable, makeSpoolFolder, measureSpool, type SpoolSize } from "./spool-folder.ts";
import { toSpooledBytes } from "./spooled-delivery.ts";

/** Encrypts spooled deliveries (lib/vault). */
export type Sealer = {
  seal(plain: Uint8Array, context: SealPlace): Buffer;
  open(sealed: Uint8Array, context: SealPlace): Buffer;
};
export type SealPlace = { table: string; row: string; column: string };

export const spoolPlace: SealPlace = { table: "notify_spool", row: "delivery", column: "bytes" };

/** Stores valid deliveries on disk while the database is away (docs/notifications.md, rule 24). */
export type Spool = {
  /**
   * Resolves when the delivery is on disk; throws when the spool is full, without space or not writable. `signal` is aborted when its
   * sender is told that it is not stored: what the disk still writes is given up then.
   */
  add(delivery: Delivery, options?: { signal?: AbortSignal }): Promise<void>;
  /** Whether what stands in the spool under that id was answered as not stored. */
  isGivenUp(deliveryId: string): boolean;
  /** The size on disk of all processes, as last measured. */
  size(): SpoolSize;
  /** Measures the folder; throws when it cannot be read. */
  measure(): Promise<SpoolSize>;
  /** Whether a delivery of any size would be taken now. Never throws. */
  hasRoom(): Promise<boolean>;
  close(): Promise<void>;
};

export class SpoolFullError extends Error {
  override name = "SpoolFullError";
}

/** 4 GiB, unless the settings say otherwise. */
export const spoolBytesMax = 4_294_967_296;

export type SpoolOptions = { folder: string; sealer: Sealer; bytesMax?: number | undefined };

/** Room for the largest notification with what is stored beside it, and for the file system's own bookkeeping. */
const roomBytes = 262_144;

export function createSpool({ folder, sealer, bytesMax = spoolBytesMax }: SpoolOptions): Spool {
  const writer = createSegmentWriter(folder);
  let onDisk: SpoolSize | undefined;
  let bytesInProgress = 0;
  const givenUp = new Set<string>();

  async function measure(): Promise<SpoolSize> {
    await makeSpoolFolder(folder);
    onDisk = await measureSpool(folder);
    if (onDisk.bytes === 0 && bytesInProgress === 0) givenUp.clear();
    return onDisk;
  }

  async function write(frame: Buffer): Promise<void> {
    const used = (onDisk?.bytes ?? 0) + bytesInProgress;
    if (used + frame.length > bytesMax) throw new SpoolFullError(`The spool holds ${used} of at most ${bytesMax} bytes.`);
    bytesInProgress += frame.length;
    try {
      await writer.append(frame);
      onDisk = { setAside: 0, ...onDisk, bytes: (onDisk?.bytes ?? 0) + frame.length };
    } finally {
      bytesInProgress -= frame.length;
    }
  }

  return {
    async add(delivery, { signal } = {}) {
      if (onDisk === undefined) await measure();
      signal?.throwIfAborted();
      const giveUp = () => givenUp.add(delivery.id);
      signal?.addEventListener("abort", giveUp, { once: true });
      try {
        await write(toFrame(sealer.seal(toSpooledBytes(delivery), spoolPlace)));
      } finally {
        signal?.removeEventListener("abort", giveUp);
      }
    },
    isGivenUp: (deliveryId) => givenUp.has(deliveryId),
    size: () => onDisk ?? { bytes: 0, setAside: 0 },
    measure,
    hasRoom: async () => {
      try {
        const { bytes } = await measure();
        return bytes + bytesInProgress + roomBytes <= bytesMax && (await isWritable(folder, roomBytes));
      } catch {
        return false;
      }
    },
    close: () => writer.close(),
  };
}
