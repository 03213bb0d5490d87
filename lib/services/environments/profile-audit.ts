import { type AuditEntry, recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { Vault } from "#lib/vault/vault.ts";

type ProfileChange = Pick<AuditEntry, "at" | "staffId" | "actor" | "environment" | "merchant" | "peer"> & {
  /** The question of the gateway's profile that was changed. */
  question: string;
  from: unknown;
  to: unknown;
};

/** The audit row of a changed answer in an environment's gateway profile; committed together with it. */
export function recordProfileChange(
  tx: Transaction,
  vault: Vault,
  { question, from, to, ...entry }: ProfileChange,
): Promise<void> {
  return recordAuditIn(tx, vault, { ...entry, act: "profile.changed", detail: { question, from, to } });
}
