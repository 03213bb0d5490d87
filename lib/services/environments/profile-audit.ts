import { type AuditEntry, recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { Vault } from "#lib/vault/vault.ts";

type ProfileChange = Pick<AuditEntry, "at" | "staffId" | "actor" | "environment" | "merchant" | "peer"> & {
  /** Which open question of the gateway's profile was answered. */
  question: string;
  from: unknown;
  to: unknown;
};

/** Who answered a question of an environment's gateway profile otherwise, and how; committed together with it. */
export function recordProfileChange(
  tx: Transaction,
  vault: Vault,
  { question, from, to, ...entry }: ProfileChange,
): Promise<void> {
  return recordAuditIn(tx, vault, { ...entry, act: "profile.changed", detail: { question, from, to } });
}
