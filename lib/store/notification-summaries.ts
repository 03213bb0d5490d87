import { and, desc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { delivery } from "./schema/notification.ts";

export type NotificationSummary = {
  id: string;
  method: string | null;
  orderId: string | null;
  trnref: string | null;
  verdict: string;
  receivedAt: Date;
};

/** A merchant's received notifications by their ids, newest first, without their bodies. */
export async function listNotificationSummaries(
  db: Queryable,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<NotificationSummary[]> {
  if (ids.length === 0) return [];
  const { id, method, orderId, trnref, verdict, receivedAt } = delivery;
  return db
    .select({ id, method, orderId, trnref, verdict, receivedAt })
    .from(delivery)
    .where(and(eq(delivery.merchantId, merchantId), inArray(id, [...ids])))
    .orderBy(desc(receivedAt));
}
