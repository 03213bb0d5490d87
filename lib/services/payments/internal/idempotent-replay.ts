import { setTimeout as sleep } from "node:timers/promises";
import type { Payment } from "#lib/contract/payment.ts";
import { AppError } from "#lib/core/errors.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findOperation, type OperationKey, type PaymentOperationRow } from "#lib/db/payments/payment-operations.ts";
import { findPaymentView, type PaymentView } from "#lib/db/payments/payments.ts";
import type { PaymentPorts } from "./ports.ts";
import { toReplayedError, toUnknownError } from "./problem.ts";
import { readProblem, toPayment } from "./to-payment.ts";

const waitMaxMs = 40_000;
const pollMs = { first: 50, most: 500 };

type Repeat = { merchant: MerchantRow; key: OperationKey; requestHash: string };

/**
 * The result of an earlier operation under this key: waits while it runs. Undefined when the key is unused. Throws the
 * operation's error, and `idempotency_mismatch` when the key belongs to another request.
 */
export async function replayOperation(ports: PaymentPorts, { merchant, key, requestHash }: Repeat): Promise<Payment | undefined> {
  const act = await findOperation(ports.db, key);
  if (!act) return undefined;
  if (act.requestHash !== requestHash) throw new AppError("idempotency_mismatch");
  return answerOperation(ports, { merchant, act });
}

/** The outcome of an operation as a response; waits while it runs. */
export async function answerOperation(
  ports: PaymentPorts,
  { merchant, act }: { merchant: MerchantRow; act: PaymentOperationRow },
): Promise<Payment> {
  const until = ports.clock.monotonic() + waitMaxMs;
  for (let pauseMs = pollMs.first; ; pauseMs = Math.min(pauseMs * 2, pollMs.most)) {
    const [current, view] = await Promise.all([
      findOperation(ports.db, act),
      findPaymentView(ports.db, { merchantId: merchant.id, id: act.paymentId }),
    ]);
    if (!current || !view) throw new AppError("not_found");
    if (!isRunning(current, view)) return toAnswer(ports, { merchant, act: current, view });
    if (ports.clock.monotonic() > until) throw toUnknownError(view.id);
    await sleep(pauseMs);
  }
}

type Ended = { merchant: MerchantRow; act: PaymentOperationRow; view: PaymentView };

function isRunning(act: PaymentOperationRow, view: PaymentView): boolean {
  return makesPayment(act) ? view.status === "sending" : act.state === "sending";
}

async function toAnswer(ports: PaymentPorts, { merchant, act, view }: Ended): Promise<Payment> {
  if (makesPayment(act)) {
    if (view.status === "unknown") throw toUnknownError(view.id);
    const problem = readProblem(view.problem);
    if (view.status === "failed" && problem) throw toReplayedError(problem);
  } else {
    if (act.state === "unknown") throw toUnknownError(view.id);
    if (act.state === "failed") throw toReplayedError(readProblem(act.problem));
  }
  return toPayment(ports.vault, view, { merchant: merchant.slug, nowMs: (await databaseNow(ports.db)).getTime() });
}

function makesPayment(act: PaymentOperationRow): boolean {
  return act.act === "create" || act.act.startsWith("refund:");
}
