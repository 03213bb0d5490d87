import type { Replay } from "#lib/contract/notification.ts";
import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import type { DeliveryRow } from "#lib/db/notifications/notifications.ts";
import { hasUnreversedAttempt } from "#lib/db/notifications/order-deliveries.ts";
import { okAnswer } from "#lib/notifications/receive/responses.ts";
import { deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { isActingMethod } from "#lib/notifications/verification/accepted-names.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { findEndpointNow } from "./internal/endpoint-rules.ts";
import { outcomes } from "./internal/outcomes.ts";
import { auditDelivery, type DeliveryQuestion, requireDelivery } from "./internal/require-delivery.ts";

const answerBytesMax = 256;
const timeoutMs = 15_000;

/**
 * Sends the received bytes to our own URL_Notify again, over HTTP and through the same entry point as the gateway, and returns
 * the response. Bytes received before are counted, never duplicated. Throws `conflict` for a genuine notification of a payment
 * that was never answered OK: an OK to ourselves would make it count as paid, and the gateway would not know of it. Also for a
 * Rollback with a later payment of its order, which it would reverse at the shop.
 */
export async function replayNotification(
  ctx: ServiceContext,
  question: DeliveryQuestion,
  { send = fetch }: { send?: typeof fetch } = {},
): Promise<Replay> {
  requireRole(ctx, notificationOperations.replayNotification);
  const { row } = await requireDelivery(ctx, question);
  const received = openBody(ctx.vault, row);
  await requireNoEffect(ctx, row, received);
  const url = `${ctx.publicOrigin}/api/notify/${row.endpointId}`;
  const startedMs = ctx.clock.monotonic();
  const answer = await postBody(send, url, received);
  const ms = Math.round((ctx.clock.monotonic() - startedMs) * 10) / 10;
  const outcome = answer.status === null ? outcomes.noAnswer.message : `${answer.status} ${answer.body}`;
  await auditDelivery(ctx, question, { act: "notification.replayed", detail: { outcome } });
  return { url, ms, ...answer };
}

/** Only what the gateway sends, and what it is answered, decides about a payment (docs/notifications.md, rules 16 to 21). */
async function requireNoEffect(ctx: ServiceContext, row: DeliveryRow, body: Buffer): Promise<void> {
  const endpoint = await findEndpointNow(ctx, row.endpointId, { atMs: ctx.clock.now() });
  if (!endpoint) return;
  const { verification, event } = deriveFromBody(body, endpoint);
  if (verification.verdict !== "valid" || !isActingMethod(event.method)) return;
  if (event.method === "IPCPurchaseRollback") return requireNoLaterPayment(ctx, row, event.orderId);
  if (row.answerStatus === okAnswer.status) return;
  throw new AppError("conflict", { message: serviceText("resend_counts_as_paid") });
}

/** A Rollback names only its order, so a repeated one reverses what was paid since. */
async function requireNoLaterPayment(ctx: ServiceContext, row: DeliveryRow, orderId: string | null): Promise<void> {
  if (orderId === null) return;
  const { endpointId, lastSeenAt } = row;
  const later = { since: lastSeenAt, until: new Date(ctx.clock.now()) };
  if (!(await hasUnreversedAttempt(ctx.db, { endpointId, orderId }, later))) return;
  throw new AppError("conflict", { message: serviceText("resend_reverses_again") });
}

async function postBody(send: typeof fetch, url: string, body: Buffer): Promise<Pick<Replay, "status" | "body">> {
  try {
    const response = await send(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Counterfoil-Replay" },
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: (await response.text()).slice(0, answerBytesMax) };
  } catch {
    return { status: null, body: "" };
  }
}
