import { type MerchantArchive, merchantArchiveSchema, merchantOperations } from "#lib/contract/merchant.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { findOtherSecretOf } from "#lib/db/lockout/other-secrets.ts";
import { archiveMerchant as archiveRow, restoreMerchant as restoreRow } from "#lib/db/merchants/archived-merchants.ts";
import { findMerchantRow } from "#lib/db/merchants/merchants.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { serviceText } from "../texts.ts";

type Question = { environment: Environment; merchant: string };

/**
 * Archives a merchant: from now on its gateway is asked nothing, and no payment or refund of it can be started. What is stored
 * stays, and so does its URL_Notify. Archiving it again changes nothing.
 */
export function archiveMerchant(ctx: ServiceContext, question: Question): Promise<MerchantArchive> {
  return change(ctx, question, {
    operation: merchantOperations.archiveMerchant,
    act: "merchant.archived",
    write: (tx, merchantId, at) => archiveRow(tx, { merchantId, at, by: ctx.staff.storedName }),
  });
}

/** Restores it: it is synced from where it stopped. Not while another merchant has its client ID with another secret. */
export function restoreMerchant(ctx: ServiceContext, question: Question): Promise<MerchantArchive> {
  return change(ctx, question, {
    operation: merchantOperations.restoreMerchant,
    act: "merchant.restored",
    write: async (tx, merchantId, at) => {
      const found = await findOtherSecretOf(tx, merchantId);
      if (found) throw new AppError("conflict", { message: serviceText("client_id_of_other", { other: found.other }) });
      return restoreRow(tx, { merchantId, at });
    },
  });
}

type Change = {
  operation: Operation;
  act: string;
  /** False when nothing changed. */
  write: (tx: Transaction, merchantId: string, at: Date) => Promise<boolean>;
};

async function change(
  ctx: ServiceContext,
  { environment, merchant: slug }: Question,
  { operation, act, write }: Change,
): Promise<MerchantArchive> {
  requireRole(ctx, operation);
  const { id } = await requireMerchant(ctx, environment, slug);
  const at = new Date(ctx.clock.now());
  await ctx.db.transaction(async (tx) => {
    if (!(await write(tx, id, at))) return;
    await recordAuditIn(tx, ctx.vault, {
      ...{ at, staffId: ctx.staff.id, actor: ctx.staff.email, act, environment, merchant: slug, peer: ctx.peer },
    });
  });
  const archivedAt = (await findMerchantRow(ctx.db, environment, slug))?.archivedAt ?? null;
  return merchantArchiveSchema.parse({ merchant: slug, archivedAt: archivedAt?.toISOString() ?? null });
}
