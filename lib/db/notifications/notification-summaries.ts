import { and, desc, inArray } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery } from "../schema/notification.ts";

export type NotificationSummary = {
  id: string;
  merchantId: string;
  method: string | null;
  orderId: string | null;
  trnref: string | null;
  amountMinor: number | null;
  verdict: string;
  eventId: string;
  conflict: boolean;
  answerStatus: number;
  receivedAt: Date;
};

/** Merchants' received notifications by their ids, newest first, without their bodies. */
export async function listNotificationSummaries(
  db: Queryable,
  { merchantIds, ids }: { merchantIds: readonly string[]; ids: readonly string[] },
): Promise<NotificationSummary[]> {
  if (ids.length === 0) return [];
  const { id, merchantId, method, orderId, trnref, amountMinor, verdict, eventId, conflict, answerStatus, receivedAt } = delivery;
  return db
    .select({ id, merchantId, method, orderId, trnref, amountMinor, verdict, eventId, conflict, answerStatus, receivedAt })
    .from(delivery)
    .where(and(inArray(merchantId, [...merchantIds]), inArray(id, [...ids])))
    .orderBy(desc(receivedAt));
}
