import { and, desc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery } from "../schema/notification.ts";
import { deliveryOutbox, deliveryProblem, reconciliation } from "../schema/reconciliation.ts";

export type PendingNotification = { merchantId: string; trnref: string | null; orderId: string | null; receivedAt: Date };

type Query = { merchantIds: readonly string[]; methods: readonly string[]; from: Date; to: Date; limit: number };

/** Valid notifications received in that time that are not yet matched to a transaction, or not yet processed; latest first. */
export function listPendingNotifications(
  db: Queryable,
  { merchantIds, methods, from, to, limit }: Query,
): Promise<PendingNotification[]> {
  const { merchantId, trnref, orderId, receivedAt } = delivery;
  // Starts with the pending rows, which are few, instead of everything received.
  const pending = sql`
    select ${deliveryOutbox.deliveryId} from ${deliveryOutbox}
    union all select ${deliveryProblem.deliveryId} from ${deliveryProblem} where ${deliveryProblem.step} <> 'search'
    union all select ${reconciliation.deliveryId} from ${reconciliation}
      where ${inArray(reconciliation.merchantId, [...merchantIds])} and ${reconciliation.transactionId} is null`;
  return db
    .select({ merchantId, trnref, orderId, receivedAt })
    .from(delivery)
    .where(
      and(
        sql`${delivery.id} in (${pending})`,
        inArray(merchantId, [...merchantIds]),
        eq(delivery.verdict, "valid"),
        inArray(delivery.method, [...methods]),
        gte(receivedAt, from),
        lte(receivedAt, to),
      ),
    )
    .orderBy(desc(receivedAt))
    .limit(limit);
}
