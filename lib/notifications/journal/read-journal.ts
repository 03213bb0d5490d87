import { readFile, stat } from "node:fs/promises";
import type { Delivery } from "../ports.ts";
import { readFrames } from "../spool/frame.ts";
import type { Sealer } from "../spool/spool.ts";
import { type JournalEntry, openEntry } from "./journal-entry.ts";
import { gapSuffix, journalSuffix, listJournalFiles } from "./journal-files.ts";

type Sources = { folders: readonly string[]; sealer: Sealer; since: Date };

/** A delivery is decided within 4 s after its body, which may take 10 s: entries of a file are at most this much older. */
const lateMs = 20_000;

/**
 * The acknowledged deliveries since then, in the order they were received, each once with its last answer. `onUnreadable` is
 * called for each part that cannot be read. Holds the entries of a few files in memory, never all of them.
 */
export async function* readJournalDeliveries(
  { folders, sealer, since }: Sources,
  onUnreadable: (cause: unknown) => void,
): AsyncGenerator<Delivery> {
  const waiting = new Map<string, Delivery>();
  const files = await listJournalFiles(folders, journalSuffix);
  for (const [index, { file }] of files.entries()) {
    if (!(await wasWrittenSince(file, since))) continue;
    for (const entry of await readEntries(file, sealer, onUnreadable)) {
      if (entry.kind === "void") waiting.delete(entry.deliveryId);
      // Written a second time, it carries the answer of the shop.
      if (entry.kind === "delivery" && entry.delivery.receivedAt >= since) waiting.set(entry.delivery.id, entry.delivery);
    }
    yield* takeUntil(waiting, (files[index + 1]?.begunMs ?? Number.POSITIVE_INFINITY) - lateMs);
  }
}

function* takeUntil(waiting: Map<string, Delivery>, ms: number): Generator<Delivery> {
  const ready = [...waiting.values()].filter(({ receivedAt }) => receivedAt.getTime() < ms);
  ready.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || a.id.localeCompare(b.id));
  for (const delivery of ready) {
    waiting.delete(delivery.id);
    yield delivery;
  }
}

/** Changes of the lockout guard since then, in the order they were written, file by file. */
export type JournaledGuards = {
  changes: unknown[];
  /** The journal was being written at that time already, each change since then was written, and all of it can be read. */
  isUnbroken: boolean;
};

export async function readJournalGuards({ folders, sealer, since }: Sources): Promise<JournaledGuards> {
  const changes: unknown[] = [];
  let isUnbroken = folders.length > 0;
  for (const folder of folders) {
    const files = await listJournalFiles([folder], journalSuffix);
    const gaps = await listJournalFiles([folder], gapSuffix);
    const isCovered = files.some(({ begunMs }) => begunMs <= since.getTime());
    if (!isCovered || gaps.some(({ begunMs }) => begunMs >= since.getTime())) isUnbroken = false;
    for (const { file } of files) {
      const onUnreadable = () => {
        isUnbroken = false;
      };
      if (!(await wasWrittenSince(file, since))) continue;
      for (const entry of await readEntries(file, sealer, onUnreadable)) if (entry.kind === "guard") changes.push(entry.change);
    }
  }
  return { changes, isUnbroken };
}

async function readEntries(file: string, sealer: Sealer, onUnreadable: (cause: unknown) => void): Promise<JournalEntry[]> {
  const content = await readFile(file);
  const { payloads, unreadable } = readFrames(content);
  const last = unreadable.at(-1);
  // A write that a crash cut off: nobody was answered yet, and no attempt was sent.
  if (last && last.byteOffset + last.length === content.byteOffset + content.length) unreadable.pop();
  for (const bytes of unreadable) onUnreadable(new Error(`${bytes.length} bytes of ${file} are no whole entry.`));
  return payloads.flatMap((payload) => {
    try {
      return [openEntry(sealer, payload)];
    } catch (cause) {
      onUnreadable(cause);
      return [];
    }
  });
}

async function wasWrittenSince(file: string, since: Date): Promise<boolean> {
  return (await stat(file)).mtimeMs >= since.getTime();
}
