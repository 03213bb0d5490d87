import type { Reverified } from "#lib/contract/notification.ts";
import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { queueDeliveries } from "#lib/db/deliveries/delivery-queue.ts";
import { rebuildDelivery } from "#lib/db/deliveries/rebuild-delivery.ts";
import { publishLive } from "#lib/db/events/events.ts";
import { type DeliveryRow, listRefusedRollbacks, listUnverified } from "#lib/db/notifications/notifications.ts";
import { serviceText } from "#lib/services/texts.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { findEndpointNow } from "./internal/endpoint-rules.ts";
import { outcomes } from "./internal/outcomes.ts";
import { auditDelivery, type DeliveryQuestion, requireDelivery } from "./internal/require-delivery.ts";

const atOnceMax = 200;
const rollbacksMax = 1_000;

/**
 * Verifies a stored delivery again with today's keys and rules. A valid one stays valid; one that becomes valid changes no
 * payment, since it never got an OK (docs/notifications.md, rule 21).
 */
export async function reverifyNotification(ctx: ServiceContext, question: DeliveryQuestion): Promise<Reverified> {
  requireRole(ctx, notificationOperations.reverifyNotification);
  const { row } = await requireDelivery(ctx, question);
  const isValid = await reverify(ctx, row);
  const outcome = (isValid ? outcomes.valid : outcomes.notValid).message;
  await auditDelivery(ctx, question, { act: "notification.reverified", detail: { outcome } });
  return { verified: 1, nowValid: isValid && row.verdict !== "valid" ? 1 : 0, hasMore: false };
}

/** The same for a merchant's newest deliveries that are not valid, at most 200 in one call. */
export async function reverifyMerchant(
  ctx: ServiceContext,
  { environment, merchant: slug }: { environment: Environment; merchant: string },
): Promise<Reverified> {
  requireRole(ctx, notificationOperations.reverifyNotifications);
  const merchant = await requireMerchant(ctx, environment, slug);
  const rows = await listUnverified(ctx.db, { merchantId: merchant.id, limit: atOnceMax + 1 });
  const { verified, nowValid } = await reverifyAll(ctx, rows.slice(0, atOnceMax));
  await auditDelivery(
    ctx,
    { environment, merchant: merchant.slug, id: merchant.slug },
    { act: "notification.reverified", detail: { outcome: `${nowValid} of ${verified} are valid now` } },
  );
  return { verified, nowValid, hasMore: rows.length > atOnceMax };
}

/**
 * The same for an endpoint's newest genuine Rollbacks that our rules rejected, at most 1,000: once their order is accepted, a
 * resent payment notification must not count without its Rollback.
 */
export async function reverifyRollbacks(
  ctx: ServiceContext,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<void> {
  const rows = await listRefusedRollbacks(ctx.db, { merchantId, endpointId: id, limit: rollbacksMax });
  await reverifyAll(ctx, rows);
}

/** One whose stored body was damaged stays what it is, and holds up no other. */
async function reverifyAll(ctx: ServiceContext, rows: readonly DeliveryRow[]): Promise<{ verified: number; nowValid: number }> {
  const done = { verified: 0, nowValid: 0 };
  for (const row of rows) {
    try {
      if (await reverify(ctx, row)) done.nowValid += 1;
      done.verified += 1;
    } catch (cause) {
      if (!(cause instanceof VaultError)) throw cause;
    }
  }
  return done;
}

/** Whether it is valid now. */
async function reverify(ctx: ServiceContext, row: DeliveryRow): Promise<boolean> {
  const endpoint = await findEndpointNow(ctx, row.endpointId, { atMs: ctx.clock.now() });
  if (!endpoint) throw new AppError("conflict", { message: serviceText("endpoint_gone") });
  const { verdict } = await rebuildDelivery(ctx.db, ctx.vault, { row, endpoint });
  if (verdict === row.verdict) return verdict === "valid";
  const { id, environment, merchantId, method } = row;
  await ctx.db.transaction(async (tx) => {
    if (verdict === "valid") await queueDeliveries(tx, [row], { acts: true });
    await publishLive(tx, { environment, merchantId, type: "notification", data: { id, method, verdict } });
  });
  return verdict === "valid";
}
