import type { Replay } from "#lib/contract/notification.ts";
import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { outcomes } from "./internal/outcomes.ts";
import { auditDelivery, type DeliveryQuestion, requireDelivery } from "./internal/require-delivery.ts";

const answerBytesMax = 256;
const timeoutMs = 15_000;

/**
 * Sends the received bytes to our own URL_Notify again, over HTTP and through the same entry point as the gateway, and returns
 * the response. Bytes received before are counted, never duplicated.
 */
export async function replayNotification(
  ctx: ServiceContext,
  question: DeliveryQuestion,
  { send = fetch }: { send?: typeof fetch } = {},
): Promise<Replay> {
  requireRole(ctx, notificationOperations.replayNotification);
  const { row } = await requireDelivery(ctx, question);
  const url = `${ctx.publicOrigin}/api/notify/${row.endpointId}`;
  const startedMs = ctx.clock.monotonic();
  const answer = await postBody(send, url, openBody(ctx.vault, row));
  const ms = Math.round((ctx.clock.monotonic() - startedMs) * 10) / 10;
  const outcome = answer.status === null ? outcomes.noAnswer.message : `${answer.status} ${answer.body}`;
  await auditDelivery(ctx, question, { act: "notification.replayed", detail: { outcome } });
  return { url, ms, ...answer };
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
