import { type AppError, toAppError } from "../../core/errors.ts";
import type { MerchantGateway } from "../../gateway/index.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { listOpenActs, settleAct } from "../../store/payment-acts.ts";
import { changePayment } from "../../store/payment-changes.ts";
import { claimAsking } from "../../store/payment-following.ts";
import type { PaymentRow, PaymentView } from "../../store/payments.ts";
import { applyAnswer } from "./apply-answer.ts";
import { findSentPayment } from "./find-sent.ts";
import type { PaymentPorts } from "./ports.ts";
import { isOpen, statusAt } from "./to-payment.ts";

const askEveryMs = 2_000;
/** Longer than any call lasts: what the gateway does not show after it, it did not do. */
const actSettlesAfterMs = 120_000;

/**
 * Asks the gateway about a payment whose state is open, unless somebody asked within two seconds. Answers why it
 * could not be asked; undefined when it was, or when there was nothing to ask.
 */
export async function refreshPayment(
  ports: PaymentPorts,
  merchant: MerchantRow,
  view: PaymentView,
): Promise<AppError | undefined> {
  const nowMs = ports.clock.now();
  const status = statusAt(view, nowMs);
  if (!isOpen(status) && !view.hasOpenAct) return undefined;
  if (status === "unknown" && view.status === "sending") await giveUpWaiting(ports, view);
  if (status === "sending") return undefined;
  if (!(await claimAsking(ports.db, { id: view.id, at: new Date(nowMs), everyMs: askEveryMs }))) return undefined;
  try {
    const gateway = await ports.gateways.forMerchant(merchant);
    const row =
      view.gatewayPaymentId === null ? await resolveUnknown(ports, { view, gateway }) : await ask(ports, { view, gateway });
    if (row && view.hasOpenAct) await settleActs(ports, row);
    return undefined;
  } catch (thrown) {
    return toAppError(thrown);
  }
}

async function giveUpWaiting({ db, clock }: PaymentPorts, { id }: PaymentView): Promise<void> {
  const at = new Date(clock.now());
  const note = "The desk stopped before the answer was recorded.";
  await changePayment(db, { id, status: "unknown", at, source: "desk", note });
}

type Asking = { view: PaymentView; gateway: Pick<MerchantGateway, "getPayment" | "listPayments"> };

async function ask(ports: PaymentPorts, { view, gateway }: Asking): Promise<PaymentRow | undefined> {
  const answer = await gateway.getPayment(view.gatewayPaymentId ?? "");
  return applyAnswer(ports, { id: view.id, answer });
}

/** An unknown outcome is looked for by its reference; not finding it leaves it unknown, and it is never sent again. */
async function resolveUnknown(ports: PaymentPorts, { view, gateway }: Asking): Promise<PaymentRow | undefined> {
  const found = await findSentPayment(gateway, view);
  if (!found) return undefined;
  const note = "Found by its reference among the terminal's payments.";
  const row = await applyAnswer(ports, { id: view.id, answer: found, note });
  if (row?.status !== "in_progress") return row;
  return applyAnswer(ports, { id: view.id, answer: await gateway.getPayment(found.id) });
}

/** What the gateway shows of the payment decides on cancellations and reversals nobody answered. */
async function settleActs({ db, clock }: PaymentPorts, row: PaymentRow): Promise<void> {
  const at = new Date(clock.now());
  for (const act of await listOpenActs(db, row.id)) {
    const wanted = act.act.startsWith("cancel:") ? "canceled" : "reversed";
    const isTooLate = wanted === "canceled" && row.status !== "in_progress";
    if (row.status === wanted) await settleAct(db, { id: act.id, state: "done", at });
    else if (isTooLate || at.getTime() - act.createdAt.getTime() > actSettlesAfterMs) {
      const problem = { code: "gateway_invalid", message: `The gateway does not show it as ${wanted}.`, rows: [] };
      await settleAct(db, { id: act.id, state: "failed", problem, at });
    } else if (act.state === "sending" && at.getTime() - act.createdAt.getTime() > actSettlesAfterMs / 2) {
      await settleAct(db, { id: act.id, state: "unknown", at });
    }
  }
}
