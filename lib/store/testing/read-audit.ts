import type { Vault } from "../../vault/vault.ts";
import { type AuditRow, readChain } from "../audit-list.ts";
import type { Database } from "../open-store.ts";

/** The whole audit as staff read it, oldest first. */
export function readAudit(stored: { db: Database; vault: Vault }): Promise<AuditRow[]> {
  return Array.fromAsync(readChain(stored, 0));
}
