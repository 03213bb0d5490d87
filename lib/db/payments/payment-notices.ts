import { and, gt, lte, type SQL, sql } from "drizzle-orm";
import type { notificationFilters } from "#lib/contract/filters.ts";
import { type CardBrand, delayBounds, type PaidWith } from "#lib/core/payment-method.ts";
import type { Queryable } from "../connection/open-store.ts";
import { delivery } from "../schema/notification.ts";
import { paymentNotice } from "../schema/overview.ts";
import { type FilterConditions, filterConditions, type QueryFilters } from "../search/filter-conditions.ts";

export type NoticeFilters = Pick<QueryFilters<typeof notificationFilters>, "paidWith" | "brand" | "delay">;

const noticeConditions: FilterConditions<NoticeFilters> = {
  paidWith: paymentNotice.paidWith,
  brand: paymentNotice.cardBrand,
  delay: isDelayed,
};

/** Matches deliveries whose payment notice fits these filters; undefined when none is set. */
export function isNoticed(filters: NoticeFilters): SQL | undefined {
  const fits = and(...filterConditions(filters, noticeConditions));
  if (fits === undefined) return undefined;
  // The merchant only for its indexes.
  return sql`exists (select from ${paymentNotice} where ${paymentNotice.deliveryId} = ${delivery.id}
    and ${paymentNotice.environment} = ${delivery.environment} and ${paymentNotice.merchantId} = ${delivery.merchantId} and ${fits})`;
}

/** Written for the index, unlike the database's own `overview_delay`; a test compares the two. */
function isDelayed(delay: string): SQL | undefined {
  const index = (delayBounds as readonly string[]).indexOf(delay);
  const [lowerBound, upperBound] = [delayBounds[index - 1], delayBounds[index]];
  return and(
    lowerBound === undefined ? undefined : gt(paymentNotice.delaySeconds, Number(lowerBound)),
    upperBound === "more" ? undefined : lte(paymentNotice.delaySeconds, Number(upperBound)),
  );
}

export type NewPaymentNotice = { deliveryId: string; paidWith: PaidWith; cardBrand: CardBrand };

/** Saves the payment methods of genuine payments; existing rows stay. Database triggers count them for the overview. */
export async function savePaymentNotices(db: Queryable, notices: readonly NewPaymentNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const ids = sql.param(notices.map(({ deliveryId }) => deliveryId));
  await db.execute(sql`
    insert into payment_notice
      (delivery_id, environment, merchant_id, received_at, paid_with, card_brand, currency, amount_minor, delay_seconds)
    select d.id, d.environment, d.merchant_id, d.received_at, notice."paidWith", notice."cardBrand", coalesce(d.currency, ''),
      d.amount_minor, extract(epoch from d.received_at - key.occurred_at)::integer
    from json_to_recordset(${JSON.stringify(notices)}::json) as notice("deliveryId" uuid, "paidWith" text, "cardBrand" text)
    join delivery d on d.id = notice."deliveryId" and d.id = any(${ids}::uuid[])
    left join reconciliation on reconciliation.delivery_id = d.id and reconciliation.delivery_id = any(${ids}::uuid[])
    left join transaction_key key on key.merchant_id = reconciliation.merchant_id and key.id = reconciliation.transaction_id
    order by d.id
    on conflict do nothing`);
}
