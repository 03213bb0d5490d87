import { chainHash } from "#lib/db/audit/audit.ts";
import { type AuditAnchor, listAnchors } from "#lib/db/audit/audit-anchors.ts";
import { type ChainRow, readChain } from "#lib/db/audit/audit-list.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { signStatement } from "./sign-statement.ts";

export type AuditFault = { at: string; problem: string };
export type AuditVerdict = { rows: number; anchors: number; lastId: number | null; lastHash: string; faults: AuditFault[] };

/**
 * Verifies the whole chain: every row's hash follows from the previous row and its own values, every signed statement is
 * genuine, and every row it refers to still exists unchanged. A fault names the row or statement. It reads one snapshot, since
 * people go on working and retention removes rows meanwhile.
 */
export function verifyAudit(db: Database, vault: Vault): Promise<AuditVerdict> {
  return db.transaction((tx) => verifySnapshot(tx, vault), { isolationLevel: "repeatable read", accessMode: "read only" });
}

async function verifySnapshot(db: Transaction, vault: Vault): Promise<AuditVerdict> {
  const anchors = await listAnchors(db);
  const genuine = anchors.filter((anchor) => signStatement(vault, anchor) === anchor.signature);
  const faults = anchors.filter((anchor) => !genuine.includes(anchor)).map((anchor) => forged(anchor));
  const removal = genuine.findLast(({ kind }) => kind === "removal");
  const promised = new Map(genuine.filter(({ lastId }) => lastId > (removal?.lastId ?? 0)).map((one) => [one.lastId, one]));
  const verdict = { rows: 0, anchors: anchors.length, lastId: removal?.lastId ?? null, lastHash: removal?.lastHash ?? "" };
  for await (const row of readChain({ db, vault }, removal?.lastId ?? 0)) {
    faults.push(...verifyNotification(row, verdict.lastHash, promised.get(row.id)));
    promised.delete(row.id);
    Object.assign(verdict, { rows: verdict.rows + 1, lastId: row.id, lastHash: row.hash });
  }
  faults.push(...[...promised.values()].map(missing));
  return { ...verdict, faults };
}

function verifyNotification(
  { id, hash, isOpen, ...row }: ChainRow,
  before: string,
  promised: AuditAnchor | undefined,
): AuditFault[] {
  const faults: AuditFault[] = [];
  if (!isOpen) faults.push({ at: `row ${id}`, problem: "has a detail that was changed or moved here from another row" });
  else if (hash !== chainHash(before, row)) {
    faults.push({ at: `row ${id}`, problem: "was changed, or the row before it was changed or removed" });
  }
  if (promised && promised.lastHash !== hash) {
    faults.push({ at: `row ${id}`, problem: `is not what was signed on ${promised.at.toISOString()}` });
  }
  return faults;
}

function forged({ id, kind }: AuditAnchor): AuditFault {
  return { at: `${kind} ${id}`, problem: "was not signed by this installation, or was changed since" };
}

function missing({ lastId, at }: AuditAnchor): AuditFault {
  return { at: `row ${lastId}`, problem: `is gone; it was there when the chain was signed on ${at.toISOString()}` };
}
