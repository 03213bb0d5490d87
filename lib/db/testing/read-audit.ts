import type { Vault } from "#lib/vault/vault.ts";
import { type AuditRow, readChain } from "../audit/audit-list.ts";
import type { Database } from "../connection/open-store.ts";

/** The whole audit log as staff read it, oldest first. */
export function readAudit(stored: { db: Database; vault: Vault }): Promise<AuditRow[]> {
  return Array.fromAsync(readChain(stored, 0));
}
