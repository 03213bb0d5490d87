import { AppError } from "../../core/errors.ts";
import type { Environment } from "../../core/identifiers.ts";
import { recordAudit } from "../../store/audit.ts";
import { findDelivery } from "../../store/notifications.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { isUuid } from "./get-notification.ts";
import { openBody } from "./open-body.ts";

type Question = { environment: Environment; merchant: string; id: string; reason: string };

/** The received body, byte for byte, unmasked: for support and admin, with an audit row before it is shown. */
export async function readRawBody(ctx: ServiceContext, { environment, merchant: slug, id, reason }: Question): Promise<Buffer> {
  requireRole(ctx, "support");
  const merchant = await requireMerchant(ctx, environment, slug);
  const row = isUuid(id) ? await findDelivery(ctx.db, { merchantId: merchant.id, id }) : undefined;
  if (!row) throw new AppError("not_found");
  await recordAudit(ctx.db, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act: "notification.raw_read",
    environment,
    merchant: merchant.slug,
    target: id,
    detail: { reason: reason.slice(0, 200) },
    peer: ctx.peer,
  });
  return openBody(ctx.vault, row);
}
