import { databaseNow } from "#lib/db/connection/database-clock.ts";
import { finishOperation, listOpenOperations } from "#lib/db/payments/payment-operations.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { serviceText } from "#lib/services/texts.ts";
import { limitsOf } from "./limits.ts";
import type { PaymentPorts } from "./ports.ts";

/**
 * Resolves cancellations and reversals without a response by the gateway's state of the payment: done when it shows them. A
 * cancellation moves no money and is not done when, long after the call's end, it is not shown. A reversal moves money, so
 * absence proves nothing: it stays open until it is shown or staff marks it as not processed (`mark-not-processed.ts`).
 */
export async function resolvePendingOperations({ db, gateways }: PaymentPorts, row: PaymentRow): Promise<void> {
  const at = await databaseNow(db);
  const { callMs, apartMs } = await limitsOf(gateways, row.environment);
  for (const act of await listOpenOperations(db, row.id)) {
    const isCancel = act.act.startsWith("cancel:");
    const expectedStatus = isCancel ? "canceled" : "reversed";
    const ageMs = at.getTime() - act.createdAt.getTime();
    const isRefuted = isCancel && (row.status !== "in_progress" || ageMs > Math.max(callMs, apartMs));
    if (row.status === expectedStatus) await finishOperation(db, { id: act.id, state: "done", at });
    else if (isRefuted) {
      const problem = { code: "gateway_invalid", ...serviceText("cancel_not_shown"), rows: [] };
      await finishOperation(db, { id: act.id, state: "failed", problem, at });
    } else if (act.state === "sending" && ageMs > callMs) {
      await finishOperation(db, { id: act.id, state: "unknown", at });
    }
  }
}
