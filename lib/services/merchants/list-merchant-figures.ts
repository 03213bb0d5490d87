import type { z } from "zod";
import { merchantFiguresInput, merchantFiguresListSchema, merchantOperations } from "#lib/contract/merchant.ts";
import { addDays, dayOf } from "#lib/core/days.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import { listMerchantMoney, listMerchantReceived } from "#lib/db/merchants/merchant-figures.ts";
import { countNeverNotified } from "#lib/db/notifications/never-notified.ts";
import { findVisibleMerchants, requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { arrivesWithinMs, onlineTypes } from "../notifications/reconciliation/online-purchase.ts";

const days = 7;

/** Sums of a page of merchants; their cost does not grow with the number of all merchants. Makes no gateway call. */
export async function listMerchantFigures(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<z.output<typeof merchantFiguresListSchema>> {
  requireRole(ctx, merchantOperations.listMerchantFigures);
  const { slug: slugs } = parseInput(merchantFiguresInput, input);
  const merchants = await findVisibleMerchants(ctx, environment, slugs);
  const zone = await findZone(ctx, environment);
  const to = dayOf(new Date(ctx.clock.now()), zone);
  const from = addDays(to, 1 - days);
  const asked = { merchantIds: merchants.map(({ id }) => id), beforeFrom: addDays(from, -days), from, to, zone };
  const nowMs = ctx.clock.now();
  const sales = {
    ...{ environment, merchantIds: asked.merchantIds, types: onlineTypes },
    ...{ from: startOfDay(from, zone), before: new Date(nowMs - arrivesWithinMs) },
  };
  const [money, received, missing] = await Promise.all([
    listMerchantMoney(ctx.db, asked),
    listMerchantReceived(ctx.db, asked),
    countNeverNotified(ctx.db, sales),
  ]);
  const moneyOf = Map.groupBy(money, ({ merchantId }) => merchantId);
  const receivedOf = new Map(received.map((counts) => [counts.merchantId, counts]));
  return merchantFiguresListSchema.parse({
    items: merchants.map(({ id, slug }) => ({
      slug,
      money: (moneyOf.get(id) ?? []).map(({ currency, amountMinor, amountBeforeMinor }) => ({
        ...{ currency, amountMinor, amountBeforeMinor },
      })),
      notifications: { received: receivedOf.get(id)?.received ?? 0, valid: receivedOf.get(id)?.valid ?? 0 },
      missing: missing.get(id) ?? null,
    })),
    ...{ from, to, asOf: new Date(ctx.clock.now()).toISOString() },
  });
}
