import { databaseNow } from "#lib/db/connection/database-clock.ts";
import { finishOperation, listOpenOperations } from "#lib/db/payments/payment-operations.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { limitsOf } from "./limits.ts";
import type { PaymentPorts } from "./ports.ts";

/**
 * What the gateway shows of a payment decides on the cancellations and reversals that nobody answered: done when it
 * shows them. A cancellation moves no money and is not done when, long after the call's end, it is not shown. A
 * reversal moves money: that it is not shown proves nothing, so it stays open until it is, or until a person says
 * that it was not processed (`mark-not-processed.ts`).
 */
export async function resolvePendingOperations({ db, gateways }: PaymentPorts, row: PaymentRow): Promise<void> {
  const at = await databaseNow(db);
  const { callMs, apartMs } = await limitsOf(gateways, row.environment);
  for (const act of await listOpenOperations(db, row.id)) {
    const isCancel = act.act.startsWith("cancel:");
    const wanted = isCancel ? "canceled" : "reversed";
    const ageMs = at.getTime() - act.createdAt.getTime();
    const isRefuted = isCancel && (row.status !== "in_progress" || ageMs > Math.max(callMs, apartMs));
    if (row.status === wanted) await finishOperation(db, { id: act.id, state: "done", at });
    else if (isRefuted) {
      const problem = { code: "gateway_invalid", message: "The gateway does not show it as canceled.", rows: [] };
      await finishOperation(db, { id: act.id, state: "failed", problem, at });
    } else if (act.state === "sending" && ageMs > callMs) {
      await finishOperation(db, { id: act.id, state: "unknown", at });
    }
  }
}
