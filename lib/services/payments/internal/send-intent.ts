import { AppError, isAppError } from "#lib/core/errors.ts";
import { changePayment } from "#lib/db/payments/payment-changes.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import type { ChangeOptions } from "#lib/gateway/requests.ts";
import { toStorableJson } from "#lib/ledger-sync/storable.ts";
import { applyAnswer } from "./apply-response.ts";
import { callDeadline, limitsOf } from "./limits.ts";
import type { PaymentPorts } from "./ports.ts";
import { orUnknown, toMessage, toStoredProblem, toUnknownError, toUnknownProblem } from "./problem.ts";
import { noteCreatedAt } from "./record-payment-times.ts";

type Intent = { payment: PaymentRow; send: (deadline: ChangeOptions) => Promise<GatewayPayment> };

/**
 * Makes the single call of a stored intent and records its outcome. Throws `outcome_unknown` when the outcome is unknown, and
 * the error itself when the call definitely had no effect.
 */
export function sendIntent(ports: PaymentPorts, intent: Intent): Promise<void> {
  return sendAndRecord(ports, intent).catch(orUnknown(intent.payment.id));
}

async function sendAndRecord(ports: PaymentPorts, { payment, send }: Intent): Promise<void> {
  const limits = await limitsOf(ports.gateways, payment.environment);
  const change = { id: payment.id, source: "desk" as const };
  const deadline = await callDeadline(ports, { createdAt: payment.createdAt, limits });
  let answer: GatewayPayment;
  try {
    answer = await send(deadline);
  } catch (thrown) {
    if (!isAppError(thrown) || thrown.code === "outcome_unknown" || thrown.code === "internal") {
      const problem = toStorableJson(toUnknownProblem(thrown));
      await changePayment(ports.db, { ...change, status: "unknown", note: toMessage(problem), set: { problem } });
      throw toUnknownError(payment.id, thrown);
    }
    const problem = toStorableJson(toStoredProblem(thrown));
    await changePayment(ports.db, { ...change, status: "failed", note: toMessage(problem), set: { problem } });
    throw new AppError(thrown.code, {
      message: toMessage(problem),
      cause: thrown,
      retryAfterSeconds: thrown.retryAfterSeconds,
    });
  }
  await applyAnswer(ports, { id: payment.id, answer });
  await noteCreatedAt(ports, payment, answer);
}
