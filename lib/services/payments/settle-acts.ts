import { listOpenActs, settleAct } from "../../store/payment-acts.ts";
import type { PaymentRow } from "../../store/payments.ts";
import { limitsOf } from "./limits.ts";
import type { PaymentPorts } from "./ports.ts";

/**
 * What the gateway shows of a payment decides on the cancellations and reversals that nobody answered: done when it
 * shows them; not done when, long after the call's end, it still does not.
 */
export async function settleActs({ db, clock, gateways }: PaymentPorts, row: PaymentRow): Promise<void> {
  const at = new Date(clock.now());
  const { callMs, apartMs } = await limitsOf(gateways, row.environment);
  for (const act of await listOpenActs(db, row.id)) {
    const wanted = act.act.startsWith("cancel:") ? "canceled" : "reversed";
    const isTooLate = wanted === "canceled" && row.status !== "in_progress";
    const ageMs = at.getTime() - act.createdAt.getTime();
    if (row.status === wanted) await settleAct(db, { id: act.id, state: "done", at });
    else if (isTooLate || ageMs > Math.max(callMs, apartMs)) {
      const problem = { code: "gateway_invalid", message: `The gateway does not show it as ${wanted}.`, rows: [] };
      await settleAct(db, { id: act.id, state: "failed", problem, at });
    } else if (act.state === "sending" && ageMs > callMs) {
      await settleAct(db, { id: act.id, state: "unknown", at });
    }
  }
}
