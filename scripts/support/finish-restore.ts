import { openVault } from "#lib/app/open-vault.ts";
import type { Settings } from "#lib/app/settings/settings.ts";
import type { Manifest } from "#lib/db/backup/manifest.ts";
import { clearUnfinished, findUnfinished, type UnfinishedRestore } from "#lib/db/backup/unfinished-restore.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import type { RestorePorts } from "#lib/db/restore/ports.ts";
import { raiseFence } from "#lib/db/restore/raise-fence.ts";
import { replayJournal } from "#lib/db/restore/replay-journal.ts";
import { verifyAudit } from "#lib/services/audit/verify-audit.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { printProblem, say } from "./say.ts";

const faultsShown = 20;
const statementMs = 10 * 60_000;

type Restored = {
  url: string;
  settings: Settings;
  /** The newest entry of the audit log that the backup names. */
  auditHead: Manifest["auditHead"];
  journalFolders: readonly string[];
};

/** Verifies what came back and raises the fence; until both are done no process serves the database. Returns the exit code. */
export async function finishRestore({ url, settings, auditHead, journalFolders }: Restored): Promise<number> {
  const store = openStore({ url, connectionsMax: 2, applicationName: "npm run restore", statementMs });
  try {
    return await withClient({ connectionString: url, query_timeout: statementMs }, async (client) => {
      const unfinished = await findUnfinished(client);
      if (!unfinished) return 0;
      const vault = await openVault(store, settings.vaultKeys);
      const isWhole = await checkAudit(store, vault, auditHead);
      await fence({ db: store.db, vault }, unfinished, journalFolders);
      await clearUnfinished(client);
      return isWhole ? 0 : 1;
    });
  } finally {
    await store.close();
  }
}

/** Ends sign-ins, shuts what moves money, and sets the lockout guards (docs/backups.md, "After a restore"). */
async function fence(ports: RestorePorts, { takenAt, restoredAt }: UnfinishedRestore, folders: readonly string[]): Promise<void> {
  const { isNew, endedSessions, withdrawnLinks, guards } = await raiseFence(ports, {
    restoredAt: new Date(restoredAt),
    backupAt: new Date(takenAt),
    journalFolders: folders.length > 0 ? folders : null,
  });
  const ended = isNew
    ? `${endedSessions} sessions and ${withdrawnLinks} links were ended.`
    : "Sessions and links were ended before.";
  say(`${ended} Payments and refunds wait for an administrator.`);
  if (folders.length > 0) {
    const { stored, held, refused, unreadable } = await replayJournal(ports, {
      journalFolders: folders,
      since: new Date(takenAt),
    });
    say(`${stored} notifications of the journal are stored; ${held} of them wait for a person before they are forwarded.`);
    if (refused > 0) printProblem(`${refused} notifications are of endpoints that the backup does not have.`);
    if (unreadable > 0) printProblem(`${unreadable} parts of the journal cannot be opened.`);
  }
  const worst = Object.entries(guards).filter(([, source]) => source === "worst");
  if (worst.length > 0) {
    const names = worst.map(([environment]) => environment).join(", ");
    say(`Without an unbroken journal, sign-ins to the gateway wait for an administrator in ${names}.`);
  }
}

/** A broken chain is reported and holds nothing up: without its backup there would be no way back. */
async function checkAudit({ db, pool }: Store, vault: Vault, head: Manifest["auditHead"]): Promise<boolean> {
  const { faults } = await verifyAudit(db, vault);
  const lines = faults.map(({ at, problem }) => `${at} ${problem}`);
  const { rows } = await pool.query<{ hash: string }>("select hash from audit where id = $1", [head?.id ?? 0]);
  if (head && rows[0]?.hash !== head.hash) lines.push(`row ${head.id} is not the one that was newest in the backup`);
  for (const line of lines.slice(0, faultsShown)) printProblem(`Audit log: ${line}.`);
  if (lines.length > faultsShown) printProblem(`… and ${lines.length - faultsShown} more.`);
  say(lines.length === 0 ? "The audit log is whole." : "The audit log is BROKEN: npm run audit-verify says where.");
  return lines.length === 0;
}
