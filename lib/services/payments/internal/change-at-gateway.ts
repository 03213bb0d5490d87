import type { Payment } from "#lib/contract/payment.ts";
import { AppError, isAppError } from "#lib/core/errors.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { lockPayment, recordPaymentEvent } from "#lib/db/payments/payment-changes.ts";
import { commitIntent, finishOperation, insertOperation, type PaymentOperationRow } from "#lib/db/payments/payment-operations.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import type { ChangeOptions } from "#lib/gateway/requests.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { toStorableJson } from "#lib/ledger-sync/storable.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../../context.ts";
import { applyAnswer } from "./apply-response.ts";
import { toAuditedMoney } from "./audited-money.ts";
import { answerOperation, replayOperation } from "./idempotent-replay.ts";
import { callDeadline, limitsOf } from "./limits.ts";
import { orUnknown, toStoredProblem, toUnknownError } from "./problem.ts";
import { hashRequest } from "./request-key.ts";

/** A payment the gateway knows, and when the call about it must have ended. */
export type SentPayment = PaymentRow & { gatewayPaymentId: string; deadline: ChangeOptions };

export type GatewayChange = {
  merchant: MerchantRow;
  paymentId: string;
  act: "cancel" | "reversal";
  key: string;
  request: { reason?: string };
  /** Throws `conflict` when the payment's state does not allow it; the payment's row is locked. */
  check: (tx: Transaction, payment: PaymentRow) => Promise<void>;
  /** The single call. Its response is applied to the payment. */
  send: (gateway: MerchantGateway, payment: SentPayment) => Promise<GatewayPayment | undefined>;
};

/**
 * Changes a payment at the gateway: the operation is stored first, the call is made once, and a repeat with the same key
 * returns the same result. Throws `outcome_unknown` when no response came; the gateway's later state of the payment decides.
 */
export async function changeAtGateway(ctx: ServiceContext, change: GatewayChange): Promise<Payment> {
  const { merchant, paymentId } = change;
  const key = { merchantId: merchant.id, act: `${change.act}:${paymentId}`, key: change.key };
  const requestHash = hashRequest(change.request);
  const replayed = await replayOperation(ctx, { merchant, key, requestHash });
  if (replayed) return replayed;
  const intent = await storeOperation(ctx, change, { ...key, requestHash });
  if (intent) await sendOperation(ctx, change, intent).catch(orUnknown(paymentId));
  const answer = intent
    ? await answerOperation(ctx, { merchant, act: intent.act })
    : await replayOperation(ctx, { merchant, key, requestHash });
  if (!answer) throw new AppError("conflict");
  return answer;
}

type Intent = { act: PaymentOperationRow; payment: PaymentRow & { gatewayPaymentId: string } };
type NewOperation = { merchantId: string; act: string; key: string; requestHash: string };

const notes = { cancel: serviceText("cancel_requested"), reversal: serviceText("reversal_requested") } as const;
const audited = { cancel: "payment.cancel", reversal: "payment.reversal" } as const;

function storeOperation(ctx: ServiceContext, change: GatewayChange, key: NewOperation): Promise<Intent | undefined> {
  const { merchant, paymentId, request } = change;
  return commitIntent(ctx.db, async (tx) => {
    const at = await databaseNow(tx);
    const times = { createdAt: at, updatedAt: at };
    const payment = await lockPayment(tx, paymentId);
    const act = await insertOperation(tx, { ...key, ...times, staffId: ctx.staff.id, paymentId, state: "sending" });
    if (!act) return undefined;
    if (!payment) throw new AppError("conflict");
    await change.check(tx, payment);
    if (payment.gatewayPaymentId === null) throw new AppError("conflict");
    await recordPaymentEvent(tx, { payment, source: "staff", note: notes[change.act], at });
    await recordAuditIn(tx, ctx.vault, {
      at,
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: audited[change.act],
      environment: merchant.environment,
      merchant: merchant.slug,
      target: paymentId,
      detail: { ...request, ...toAuditedMoney(payment) },
      peer: ctx.peer,
    });
    return { act, payment: { ...payment, gatewayPaymentId: payment.gatewayPaymentId } };
  });
}

async function sendOperation(ctx: ServiceContext, { merchant, send }: GatewayChange, { act, payment }: Intent): Promise<void> {
  const limits = await limitsOf(ctx.gateways, payment.environment);
  const deadline = await callDeadline(ctx, { createdAt: act.createdAt, limits });
  let answer: GatewayPayment | undefined;
  try {
    const gateway = await ctx.gateways.forMerchant(merchant, undefined, { paymentId: payment.id });
    answer = await send(gateway, { ...payment, deadline });
  } catch (thrown) {
    const at = await databaseNow(ctx.db);
    if (!isAppError(thrown) || thrown.code === "outcome_unknown" || thrown.code === "internal") {
      await finishOperation(ctx.db, { id: act.id, state: "unknown", at });
      throw toUnknownError(payment.id, thrown);
    }
    await finishOperation(ctx.db, { id: act.id, state: "failed", problem: toStorableJson(toStoredProblem(thrown)), at });
    throw thrown;
  }
  if (answer) await applyAnswer(ctx, { id: payment.id, answer });
  await finishOperation(ctx.db, { id: act.id, state: "done", at: await databaseNow(ctx.db) });
}
