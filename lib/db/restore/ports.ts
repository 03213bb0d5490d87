import type { Vault } from "#lib/vault/vault.ts";
import type { Database } from "../connection/open-store.ts";

/** The restored database, and the vault opened on it. */
export type RestorePorts = { db: Database; vault: Vault };

export type FenceInput = {
  /** Identifies this restore: raising the fence again for the same time changes nothing. */
  restoredAt: Date;
  /** When the backup's snapshot was taken, or the time that was restored to. */
  backupAt: Date;
  /** The journal folders of every machine that ran the program; null when there is no journal. */
  journalFolders: readonly string[] | null;
};

export type FenceReport = {
  /** False when the fence of this restore stood already. */
  isNew: boolean;
  endedSessions: number;
  withdrawnLinks: number;
  /** By environment: from an unbroken journal, or assumed to have two failed attempts. */
  guards: Readonly<Record<string, "journal" | "worst">>;
};

/** raiseFence(ports, input) in raise-fence.ts. */
export type RaiseFence = (ports: RestorePorts, input: FenceInput) => Promise<FenceReport>;

export type ReplayInput = { journalFolders: readonly string[]; since: Date };

export type JournalReplayReport = {
  /** Notifications that were stored now, or were stored already. */
  stored: number;
  /** Notifications that the database refused: their endpoint or merchant is not in the backup. */
  refused: number;
  /** Parts of the journal that could not be opened. */
  unreadable: number;
  /** Notifications that wait for a person before they are forwarded. */
  held: number;
};

/** replayJournal(ports, input) in replay-journal.ts. */
export type ReplayJournal = (ports: RestorePorts, input: ReplayInput) => Promise<JournalReplayReport>;
