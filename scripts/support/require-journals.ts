import { access, constants } from "node:fs/promises";
import { BackupError } from "#lib/db/backup/backup-error.ts";
import { journalSuffix, listJournalFiles } from "#lib/notifications/journal/journal-files.ts";

/** Throws BackupError for a folder that holds no readable journal: a fence raised without the journal stays as it is. */
export async function requireJournals(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const files = await listJournalFiles([folder], journalSuffix).catch(() => []);
    if (files.length === 0) {
      throw new BackupError(`--journal ${folder} cannot be read or holds no journal; name the JOURNAL_DIR of a machine.`);
    }
    for (const { file } of files) {
      await access(file, constants.R_OK).catch(() => {
        throw new BackupError(`--journal: ${file} cannot be read; let this user read the journal.`);
      });
    }
  }
}
