import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { checkAgain } from "#lib/db/notifications/reconciliations.ts";
import { requireRole, type ServiceContext } from "../../context.ts";
import { type DeliveryQuestion, requireDelivery } from "../internal/require-delivery.ts";

/** Queries the gateway again for the notification's transaction, in the background within a second or two. */
export async function checkNotificationAgain(ctx: ServiceContext, question: DeliveryQuestion): Promise<void> {
  requireRole(ctx, notificationOperations.lookAgainForNotification);
  const { row } = await requireDelivery(ctx, question);
  await checkAgain(ctx.db, { deliveryIds: [row.eventId], at: new Date(ctx.clock.now()) });
}
