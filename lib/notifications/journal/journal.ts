import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Delivery } from "../ports.ts";
import { toFrame } from "../spool/frame.ts";
import { createSegmentWriter } from "../spool/segment-writer.ts";
import type { Sealer } from "../spool/spool.ts";
import { makeSpoolFolder, writeDurably } from "../spool/spool-folder.ts";
import { type JournalEntry, sealEntry } from "./journal-entry.ts";
import { gapSuffix, journalSuffix, listJournalFiles } from "./journal-files.ts";

/** What happened since a backup, sealed on another disk (docs/notifications.md, rule 31). */
export type Journal = {
  /** Each resolves when the entry is on disk, and throws when it is not. */
  addDelivery(delivery: Delivery): Promise<void>;
  /** The delivery was not acknowledged after all. */
  addVoid(deliveryId: string): Promise<void>;
  addGuardChange(change: unknown): Promise<void>;
  /** Says on disk that a change of the guard is missing; throws when even that fails. */
  noteGap(): Promise<void>;
  /** Says that the journal is being written, removes what is older than its hours, and returns the bytes that are left. */
  tend(): Promise<number>;
  close(): Promise<void>;
};

export type JournalOptions = { folder: string; hours: number; sealer: Sealer };

const hourMs = 3_600_000;

/** Opens the journal of this process: one file an hour, each shared by all that is written at the same moment. */
export function createJournal({ folder, hours, sealer }: JournalOptions): Journal {
  const writer = createSegmentWriter(folder, { suffix: journalSuffix, lifeMs: hourMs });
  let made: Promise<void> | undefined;

  async function makeFolder(): Promise<void> {
    made ??= makeSpoolFolder(folder);
    await made.catch((cause: unknown) => {
      made = undefined;
      throw cause;
    });
  }

  async function add(entry: JournalEntry): Promise<void> {
    await makeFolder();
    await writer.append(toFrame(sealEntry(sealer, entry)));
  }

  return {
    addDelivery: (delivery) => add({ kind: "delivery", delivery }),
    addVoid: (deliveryId) => add({ kind: "void", deliveryId }),
    addGuardChange: (change) => add({ kind: "guard", change }),
    noteGap: async () => {
      await makeFolder();
      // An empty file needs no block, so it can be written on a full disk as well.
      await writeDurably(path.join(folder, `${Date.now()}-${process.pid}${gapSuffix}`), []);
    },
    tend: async () => {
      await add({ kind: "alive" });
      return removeOld(folder, Date.now() - hours * hourMs);
    },
    close: () => writer.close(),
  };
}

/** Whole files whose last entry is older. Returns the bytes of the others. */
async function removeOld(folder: string, beforeMs: number): Promise<number> {
  let bytes = 0;
  const files = [...(await listJournalFiles([folder], journalSuffix)), ...(await listJournalFiles([folder], gapSuffix))];
  for (const { file } of files) {
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < beforeMs) await rm(file, { force: true });
    else bytes += found?.size ?? 0;
  }
  return bytes;
}
