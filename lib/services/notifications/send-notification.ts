import { notificationSendingOperations, type SentNotification } from "#lib/contract/notification-sending.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { detailsOf } from "#lib/core/text.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { requireEnvironment, requireNotPresenting, requireRole, type ServiceContext } from "../context.ts";
import type { SingleSender } from "../forwarding/ports.ts";
import { requireRecentAuthFor } from "../require-recent-auth.ts";
import { auditDelivery, type DeliveryQuestion, requireDelivery } from "./internal/require-delivery.ts";

type Request = DeliveryQuestion & { input: unknown; forwarder: SingleSender };

const timeoutMs = 15_000;

/**
 * Sends a delivery once, as it was received, to an address that an administrator names. Production's never leave this way:
 * there it answers `not_found`. The audit row is written before anything is sent. Neither the payment nor forwarding changes.
 */
export async function sendNotification(
  ctx: ServiceContext,
  { input, forwarder, ...question }: Request,
): Promise<SentNotification> {
  requireRole(ctx, notificationSendingOperations.sendNotification);
  requireEnvironment(ctx, question.environment);
  if (question.environment === "production") throw new AppError("not_found");
  const { row } = await requireDelivery(ctx, question);
  requireNotPresenting(ctx);
  const { url: typed, reason } = parseInput(notificationSendingOperations.sendNotification.body, input);
  const checked = await forwarder.checkPublicTarget(typed);
  if ("problem" in checked) throw new AppError("invalid_input", { fields: [{ field: "url", ...checked.problem }] });
  requireRecentAuthFor(ctx, "replayToAnyAddress", question.environment);
  const body = openBody(ctx.vault, row);
  const { url } = checked;
  await auditDelivery(ctx, question, { act: "notification.sent", detail: { reason, url: withoutQuery(url) } });
  const message = { deliveryId: row.id, attempt: 1, body, headers: row.headers, receivedAt: row.receivedAt };
  const { at, status, ms, problem, answer } = await forwarder.send(url, message, { timeoutMs });
  return {
    ...{ at: at.toISOString(), status, ms: Math.round(ms * 10) / 10, answer, url: withoutQuery(url) },
    ...(problem ? { problem: problem.message, problemDetails: detailsOf(problem) } : { problem }),
  };
}

/** A query may contain a secret of the shop. */
function withoutQuery(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search === "" ? "" : "?…"}`;
}
