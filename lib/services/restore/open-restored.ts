import { type Restore, restoreOperations } from "#lib/contract/restore.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import { findFence, listUnreadMerchants, openFence, readProgress } from "#lib/db/restore/fences.ts";
import { requireEnvironment, requireRecentAuth, requireRole, type ServiceContext } from "../context.ts";
import { serviceText } from "../texts.ts";
import { getRestore } from "./get-restore.ts";

type Request = { environment: Environment; input: unknown };

/**
 * Opens payments and refunds again, of each merchant whose gateway's list was read in. For an administrator of all merchants
 * with a recent re-authentication; audited. Throws `conflict` while a merchant was not tried since the restore.
 */
export async function openRestored(ctx: ServiceContext, { environment, input }: Request): Promise<Restore> {
  requireRole(ctx, restoreOperations.openRestored);
  requireEnvironment(ctx, environment);
  parseInput(restoreOperations.openRestored.body, input);
  requireRecentAuth(ctx);
  const fence = await findFence(ctx.db, environment);
  if (!fence) throw new AppError("conflict");
  const untried = await listUnreadMerchants(ctx.db, fence, { before: fence.restoredAt, limit: 1 });
  if (untried.length > 0) throw new AppError("conflict", { message: serviceText("restore_not_read_in") });
  const { read, unread, unknownRefunds } = await readProgress(ctx.db, fence);
  await ctx.db.transaction(async (tx) => {
    const at = await databaseNow(tx);
    if (!(await openFence(tx, environment, { at, by: ctx.staff.storedName }))) return;
    await recordAuditIn(tx, ctx.vault, {
      at,
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "restore.opened",
      environment,
      detail: { read, unread, unknownRefunds, backupAt: fence.backupAt.toISOString() },
      peer: ctx.peer,
    });
  });
  return getRestore(ctx, environment);
}
