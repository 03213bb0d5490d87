import type { Notification } from "../../contract/notification.ts";
import type { DeliverySummary } from "../../store/notifications.ts";

/** A stored delivery as the log lists it. */
export function toNotification(row: DeliverySummary, merchant: string): Notification {
  return {
    id: row.id,
    receivedAt: row.receivedAt.toISOString(),
    merchant,
    method: row.method,
    orderId: row.orderId,
    trnref: row.trnref,
    amountMinor: row.amountMinor,
    currency: row.currency,
    verdict: row.verdict,
    reasons: row.reasons,
    answered: { status: row.answerStatus, body: row.answerBody, ms: Math.round(row.answerMs * 100) / 100 },
    seen: row.seen,
  };
}
