import pg from "pg";
import { openVault } from "#lib/app/open-vault.ts";
import type { Settings } from "#lib/app/settings/settings.ts";
import type { Manifest } from "#lib/db/backup/manifest.ts";
import { clearUnfinished, findUnfinished } from "#lib/db/backup/unfinished-restore.ts";
import { connectionOptions } from "#lib/db/connection/bounded-client.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { verifyAudit } from "#lib/services/audit/verify-audit.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { printProblem, say } from "./say.ts";

const faultsShown = 20;
const statementMs = 10 * 60_000;

/** Verifies what came back and raises the fence; until both are done no process serves the database. Returns the exit code. */
export async function finishRestore(url: string, settings: Settings, auditHead: Manifest["auditHead"]): Promise<number> {
  const client = new pg.Client({ ...connectionOptions, connectionString: url, query_timeout: statementMs });
  client.on("error", () => {});
  const store = openStore({ url, connectionsMax: 2, applicationName: "npm run restore", statementMs });
  try {
    await client.connect();
    const unfinished = await findUnfinished(client);
    if (!unfinished) return 0;
    const vault = await openVault(store, settings.vaultKeys);
    const isWhole = await checkAudit(store, vault, auditHead);
    await clearUnfinished(client);
    return isWhole ? 0 : 1;
  } finally {
    await client.end().catch(() => {});
    await store.close();
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
