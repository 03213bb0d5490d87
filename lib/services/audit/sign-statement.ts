import type { AuditStatement } from "#lib/db/audit/audit-anchors.ts";
import type { Vault } from "#lib/vault/vault.ts";

/** A statement's signature: its key is in the vault, so write access to the database is not enough to forge one. */
export function signStatement(vault: Vault, statement: AuditStatement): string {
  const { kind, at, firstId, lastId, rows, lastHash } = statement;
  return vault.hash(JSON.stringify(["audit anchor", kind, at.toISOString(), firstId, lastId, rows, lastHash]));
}
