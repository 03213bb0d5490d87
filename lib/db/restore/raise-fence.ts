import { isNotNull, isNull, sql } from "drizzle-orm";
import { environments } from "#lib/core/identifiers.ts";
import { dropMessages } from "../alerts/messages.ts";
import { recordAuditIn } from "../audit/audit.ts";
import { databaseNow } from "../connection/database-clock.ts";
import type { Transaction } from "../connection/open-store.ts";
import { liveEvent } from "../schema/live-event.ts";
import { notifyEndpointChange } from "../schema/notification.ts";
import { restoreDelivery, restoreFence, restoreMerchant, restoreRefund } from "../schema/restore.ts";
import { invitation, recoveryCode, signInStep, staff, staffSession } from "../schema/staff.ts";
import type { FenceInput, FenceReport, RestorePorts } from "./ports.ts";
import { readGuards, restoreGuards } from "./restore-guards.ts";

const totpStepSeconds = 30;

/**
 * Ends what must not come back with a restored database, and shuts what moves money until an administrator opens it
 * (docs/backups.md, "After a restore"). One transaction: killed at any point, it is raised by the next call. For the same
 * `restoredAt` it is raised once.
 */
export async function raiseFence({ db, vault }: RestorePorts, input: FenceInput): Promise<FenceReport> {
  const journaled = await readGuards(vault, input);
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${restoreFence} in exclusive mode`);
    const standing = await tx.select().from(restoreFence);
    if (standing.some(({ restoredAt }) => restoredAt.getTime() === input.restoredAt.getTime())) {
      const guards = Object.fromEntries(standing.map((fence) => [fence.environment, fence.guards]));
      return { isNew: false, endedSessions: 0, withdrawnLinks: 0, guards };
    }
    const ended = await endSignIns(tx);
    await resetCursors(tx);
    // Those of the backup may have been sent.
    await dropMessages(tx);
    const guards = await restoreGuards(tx, vault, journaled);
    await shutMoney(tx, input, guards);
    await recordAuditIn(tx, vault, {
      at: await databaseNow(tx),
      staffId: null,
      actor: "console",
      act: "database.restored",
      detail: { backupAt: input.backupAt.toISOString(), restoredAt: input.restoredAt.toISOString(), guards, ...ended },
    });
    return { isNew: true, ...ended, guards };
  });
}

/** Whoever was signed out, whose link or code was used after the backup, stays so. */
async function endSignIns(tx: Transaction): Promise<Pick<FenceReport, "endedSessions" | "withdrawnLinks">> {
  const sessions = await tx.update(staffSession).set({ revokedAt: sql`now()` }).where(isNull(staffSession.revokedAt));
  await tx.delete(signInStep);
  const isOpen = sql`${invitation.usedAt} is null and ${invitation.withdrawnAt} is null`;
  const links = await tx.update(invitation).set({ withdrawnAt: sql`now()` }).where(isOpen);
  await tx.update(recoveryCode).set({ usedAt: sql`now()` }).where(isNull(recoveryCode.usedAt));
  // A phone's clock may be a step ahead, so a code of the next step may have been used already.
  const step = sql`floor(extract(epoch from clock_timestamp()) / ${totpStepSeconds})::bigint + 1`;
  await tx
    .update(staff)
    .set({ totpStep: sql`greatest(coalesce(${staff.totpStep}, 0), ${step})` })
    .where(isNotNull(staff.totp));
  return { endedSessions: sessions.rowCount ?? 0, withdrawnLinks: links.rowCount ?? 0 };
}

/** Numbers of transactions belong to the cluster that the backup came from, and may lie ahead of this one. */
async function resetCursors(tx: Transaction): Promise<void> {
  await tx.delete(liveEvent);
  await tx.update(notifyEndpointChange).set({ xid: sql`pg_current_xact_id()` });
}

async function shutMoney(tx: Transaction, { restoredAt, backupAt }: FenceInput, guards: FenceReport["guards"]): Promise<void> {
  await tx.delete(restoreFence);
  await tx.delete(restoreMerchant);
  await tx.delete(restoreRefund);
  await tx.delete(restoreDelivery);
  const rows = environments.map((environment) => ({
    environment,
    restoredAt,
    backupAt,
    guards: guards[environment] ?? ("worst" as const),
  }));
  await tx.insert(restoreFence).values(rows);
}
