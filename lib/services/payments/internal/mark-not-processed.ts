import type { Payment } from "#lib/contract/payment.ts";
import { paymentOperations } from "#lib/contract/payment-operations.ts";
import { AppError, isAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { changePaymentIn, lockPayment, recordPaymentEvent } from "#lib/db/payments/payment-changes.ts";
import { listChecks } from "#lib/db/payments/payment-checks.ts";
import { findReversal, finishOperation, type PaymentOperationRow } from "#lib/db/payments/payment-operations.ts";
import { findPaymentView, type PaymentRow } from "#lib/db/payments/payments.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRecentAuth, type ServiceContext } from "../../context.ts";
import { applyAnswer } from "./apply-response.ts";
import { toAuditedMoney } from "./audited-money.ts";
import { isGone } from "./get-outcome.ts";
import { limitsOf } from "./limits.ts";
import { markedNotProcessed } from "./problem.ts";
import { requireRefundPermission } from "./refund-rights.ts";
import { requirePayment } from "./require-payment.ts";
import { toPayment } from "./to-payment.ts";

type Request = { environment: Environment; merchant: string; paymentId: string; input: unknown };

/**
 * Records a staff decision that a refund or reversal without a result, which the gateway does not show, was not processed: one whose
 * call got no answer, or one that the gateway accepted. This releases its amount, which absence alone never does. The search
 * continues; if it is found, it counts again and the sum is checked. Throws `conflict` for anything else, and before the call must have ended.
 */
export async function markNotProcessed(ctx: ServiceContext, request: Request): Promise<Payment> {
  requireRefundPermission(ctx, paymentOperations.markNotProcessed);
  const { merchant, view } = await requirePayment(ctx, request);
  const { reason } = parseInput(paymentOperations.markNotProcessed.body, request.input);
  requireRecentAuth(ctx);
  const { callMs, apartMs } = await limitsOf(ctx.gateways, view.environment);
  const isGoneNow = await isGoneAtGateway(ctx, merchant, view);
  await ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, view.id);
    if (!payment) throw new AppError("not_found");
    const at = await databaseNow(tx);
    const open = await findLost(tx, payment, isGoneNow);
    if (at.getTime() - open.createdAt.getTime() < callMs + apartMs) {
      throw new AppError("conflict", { message: serviceText("call_may_be_at_work") });
    }
    if (open.act) await closeReversal(tx, { payment, act: open.act, at });
    else await changePaymentIn(tx, { id: payment.id, status: "failed", source: "staff", ...closed });
    await recordAuditIn(tx, ctx.vault, {
      at,
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "payment.not_processed",
      environment: merchant.environment,
      merchant: merchant.slug,
      target: payment.id,
      detail: { kind: open.act ? "reversal" : "refund", ...toAuditedMoney(payment), reason },
      peer: ctx.peer,
    });
  });
  const current = await findPaymentView(ctx.db, { merchantId: merchant.id, id: view.id });
  const nowMs = (await databaseNow(ctx.db)).getTime();
  return toPayment(ctx.vault, current ?? view, { merchant: merchant.slug, nowMs });
}

const note = serviceText("marked_not_processed");
const closed = { note, set: { problem: markedNotProcessed } };

/** A refund in progress that a check lacked, and whose own address answers 404 now. Throws when the gateway cannot be asked. */
async function isGoneAtGateway(ctx: ServiceContext, merchant: MerchantRow, view: PaymentRow): Promise<boolean> {
  if (view.kind !== "refund" || view.gatewayPaymentId === null) return false;
  if (!isGone(view, await listChecks(ctx.db, view.id))) return false;
  try {
    const gateway = await ctx.gateways.forMerchant(merchant, undefined, { paymentId: view.id });
    await applyAnswer(ctx, { id: view.id, answer: await gateway.getPayment(view.gatewayPaymentId) });
    return false;
  } catch (thrown) {
    if (isAppError(thrown) && thrown.code === "gateway_not_found") return true;
    throw thrown;
  }
}

/** The refund itself or the payment's open reversal: which, and since when. */
async function findLost(
  tx: Transaction,
  payment: PaymentRow,
  isGoneNow: boolean,
): Promise<{ createdAt: Date; act?: PaymentOperationRow }> {
  const { status } = payment;
  const isOpen = status === "sending" || status === "unknown" || (status === "in_progress" && isGoneNow);
  if (payment.kind === "refund" && isOpen) return { createdAt: payment.createdAt };
  const act = payment.status === "success" ? await findReversal(tx, payment.id) : undefined;
  if (act) return { createdAt: act.createdAt, act };
  throw new AppError("conflict", { message: serviceText("not_processed_only_unknown") });
}

type Lost = { payment: PaymentRow; act: PaymentOperationRow; at: Date };

async function closeReversal(tx: Transaction, { payment, act, at }: Lost): Promise<void> {
  const from = ["sending", "unknown", "done"] as const;
  if (!(await finishOperation(tx, { id: act.id, state: "failed", problem: markedNotProcessed, at, from }))) {
    throw new AppError("conflict");
  }
  await recordPaymentEvent(tx, { payment, source: "staff", note, at });
}
