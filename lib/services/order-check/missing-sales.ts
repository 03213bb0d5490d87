import type { ShopOrder } from "#lib/contract/order-check.ts";
import { toDayNumber, toDayText } from "#lib/core/days.ts";
import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findJoinsOfRows } from "#lib/db/notifications/reconciliations.ts";
import { listUnnamedSales } from "#lib/db/transactions/unnamed-sales.ts";
import type { ServiceContext } from "../context.ts";
import { originalMoney } from "../notifications/reconciliation/ledger-match.ts";
import { onlineTypes } from "../notifications/reconciliation/online-purchase.ts";
import type { Gap } from "./ledger-days.ts";

/** An order without a sale, and the days on which one may be booked. */
export type Missing = { order: ShopOrder; days: readonly number[] };

type Place = { merchant: MerchantRow; zone: string; gapOf: (day: number) => Gap | undefined };

/** Rows compared with the orders of a chunk. */
const unnamedMax = 5_000;
const aroundDays = 1;

/** Says why it is not proven that such an order, all of one currency, has no sale: days are not wholly stored, or a sale's order is not known. */
export async function findMissingGaps(
  ctx: Pick<ServiceContext, "db" | "vault">,
  place: Place,
  missing: readonly Missing[],
): Promise<(order: ShopOrder) => Gap | "sale_without_order" | undefined> {
  const mayBeUnnamed = await findUnnamed(ctx, place, missing);
  const gaps = new Map(
    missing.map((item) => {
      const gap = item.days.map(place.gapOf).find((found) => found !== undefined);
      return [item.order, gap ?? (mayBeUnnamed(item) ? ("sale_without_order" as const) : undefined)];
    }),
  );
  return (order) => gaps.get(order);
}

/** Whether a sale of about these days, which belongs to no notification and has no order number, has the order's amount. */
async function findUnnamed(
  ctx: Pick<ServiceContext, "db" | "vault">,
  { merchant, zone }: Place,
  missing: readonly Missing[],
): Promise<(missing: Missing) => boolean> {
  const [first] = missing;
  if (!first) return () => false;
  const days = missing.flatMap((item) => item.days);
  const { currency } = first.order;
  const rows = await listUnnamedSales(ctx.db, {
    ...{ environment: merchant.environment, merchantId: merchant.id, types: onlineTypes, limit: unnamedMax },
    from: startOfDay(toDayText(Math.min(...days) - aroundDays), zone),
    before: endOfDay(toDayText(Math.max(...days) + aroundDays), zone),
    amounts: missing.map(({ order }) => order.amountMinor),
    currency,
  });
  // With more than can be compared, any of them may be the order.
  if (rows.length === unnamedMax) return () => true;
  const joins = new Set((await findJoinsOfRows(ctx.db, rows)).map(({ transactionId }) => transactionId));
  const dated = rows
    .filter(({ id }) => !joins.has(id))
    .map((row) => ({ paid: row.currency === currency ? row : originalMoney(ctx, row), day: toDayNumber(row.day) }));
  const daysOf = Map.groupBy(dated, ({ paid }) => (paid?.currency === currency ? paid.amountMinor : null));
  return ({ order, days: own }) =>
    (daysOf.get(order.amountMinor) ?? []).some(({ day }) => own.some((wanted) => Math.abs(day - wanted) <= aroundDays));
}
