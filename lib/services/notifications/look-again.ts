import { notificationOperations } from "../../contract/notification-operations.ts";
import { lookAgain } from "../../store/ledger-joins.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { type DeliveryQuestion, requireDelivery } from "./require-delivery.ts";

/** Has the gateway asked again for the notification's record, within a second or two and in the background. */
export async function lookAgainFor(ctx: ServiceContext, question: DeliveryQuestion): Promise<void> {
  requireRole(ctx, notificationOperations.lookAgainForNotification);
  const { row } = await requireDelivery(ctx, question);
  await lookAgain(ctx.db, { deliveryIds: [row.eventId], at: new Date(ctx.clock.now()) });
}
