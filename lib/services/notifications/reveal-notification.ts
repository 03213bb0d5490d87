import { type RevealedFields, revealedFieldsSchema } from "#lib/contract/notification.ts";
import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { toFields } from "#lib/notifications/receive/to-event.ts";
import { parseForm } from "#lib/notifications/verification/form.ts";
import { toReadablePairs } from "#lib/notifications/verification/readable-pairs.ts";
import { maskValue } from "#lib/privacy/mask.ts";
import { requireNotPresenting, requireRole, type ServiceContext } from "../context.ts";
import { auditDelivery, type DeliveryQuestion, requireDelivery } from "./internal/require-delivery.ts";

/** The personal fields in the clear, for support and admin and with a recorded reason; CardToken never. */
export async function revealNotification(
  ctx: ServiceContext,
  { input, ...question }: DeliveryQuestion & { input: unknown },
): Promise<RevealedFields> {
  requireRole(ctx, notificationOperations.revealNotification);
  requireNotPresenting(ctx);
  const { row } = await requireDelivery(ctx, question);
  const { reason } = parseInput(notificationOperations.revealNotification.body, input);
  await auditDelivery(ctx, question, { act: "notification.revealed", detail: { reason } });
  const fields = toFields(toReadablePairs(parseForm(openBody(ctx.vault, row)) ?? [], row.verdict));
  return revealedFieldsSchema.parse({
    fields: fields.flatMap(({ name, value }, index) => {
      const isMasked = maskValue(name, value).masked;
      return isMasked && !/token/i.test(name) ? [{ index, name, value }] : [];
    }),
  });
}
