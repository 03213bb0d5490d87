import { and, desc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { delivery } from "./schema/notification.ts";

/** A received notification as other records name it. */
export type NotificationSummary = {
  id: string;
  method: string | null;
  orderId: string | null;
  trnref: string | null;
  verdict: string;
  receivedAt: Date;
};

/** Those of the ids that are this merchant's, newest first. */
export async function listNotificationSummaries(
  db: Queryable,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<NotificationSummary[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      id: delivery.id,
      method: delivery.method,
      orderId: delivery.orderId,
      trnref: delivery.trnref,
      verdict: delivery.verdict,
      receivedAt: delivery.receivedAt,
    })
    .from(delivery)
    .where(and(eq(delivery.merchantId, merchantId), inArray(delivery.id, [...ids])))
    .orderBy(desc(delivery.receivedAt));
}
