import { readdir } from "node:fs/promises";
import path from "node:path";

export const journalSuffix = ".journal";
export const gapSuffix = ".gap";

/** A file of the journal; its name says when it was begun. */
export type JournalFile = { file: string; begunMs: number };

/** The files of all folders, oldest first. Throws when a folder cannot be read. */
export async function listJournalFiles(folders: readonly string[], suffix: string): Promise<JournalFile[]> {
  const files: JournalFile[] = [];
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      const begunMs = Number(name.split("-", 1)[0]);
      if (name.endsWith(suffix) && Number.isSafeInteger(begunMs)) files.push({ file: path.join(folder, name), begunMs });
    }
  }
  return files.sort((a, b) => a.begunMs - b.begunMs || a.file.localeCompare(b.file));
}
