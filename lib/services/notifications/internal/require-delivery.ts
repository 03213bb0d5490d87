import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { type AuditEntry, recordAudit } from "#lib/db/audit/audit.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { type DeliveryRow, findDelivery } from "#lib/db/notifications/notifications.ts";
import { requireMerchant, type ServiceContext } from "../../context.ts";

export type DeliveryQuestion = { environment: Environment; merchant: string; id: string };

/** The delivery and its merchant. Throws `not_found` when it does not exist or this account may not see it. */
export async function requireDelivery(
  ctx: ServiceContext,
  { environment, merchant: slug, id }: DeliveryQuestion,
): Promise<{ merchant: MerchantRow; row: DeliveryRow }> {
  const merchant = await requireMerchant(ctx, environment, slug);
  const row = isUuid(id) ? await findDelivery(ctx.db, { merchantId: merchant.id, id }) : undefined;
  if (!row) throw new AppError("not_found");
  return { merchant, row };
}

/** Writes the audit row of an action on a delivery. */
export async function auditDelivery(
  ctx: ServiceContext,
  { environment, merchant, id }: DeliveryQuestion,
  { act, detail }: Required<Pick<AuditEntry, "act" | "detail">>,
): Promise<void> {
  await recordAudit(ctx, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act,
    environment,
    merchant,
    target: id,
    detail,
    peer: ctx.peer,
  });
}
