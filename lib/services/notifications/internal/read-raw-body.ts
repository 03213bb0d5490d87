import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { requireNotPresenting, requireRole, type ServiceContext } from "../../context.ts";
import { auditDelivery, type DeliveryQuestion, requireDelivery } from "./require-delivery.ts";

/** The received body, byte for byte, unmasked: for support and admin, with an audit row before it is shown. */
export async function readRawBody(
  ctx: ServiceContext,
  { reason, ...question }: DeliveryQuestion & { reason: string },
): Promise<Buffer> {
  requireRole(ctx, notificationOperations.getNotificationRaw);
  requireNotPresenting(ctx);
  const { row } = await requireDelivery(ctx, question);
  await auditDelivery(ctx, question, { act: "notification.raw_read", detail: { reason: reason.slice(0, 200) } });
  return openBody(ctx.vault, row);
}
