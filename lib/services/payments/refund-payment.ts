import type { Payment } from "#lib/contract/payment.ts";
import { paymentOperations } from "#lib/contract/payment-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { insertPayment, lockPayment } from "#lib/db/payments/payment-changes.ts";
import { commitIntent, findReversal, insertOperation, type PaymentOperationRow } from "#lib/db/payments/payment-operations.ts";
import { findPaymentView, type PaymentRow } from "#lib/db/payments/payments.ts";
import { sealWords } from "#lib/db/payments/sealed-payment.ts";
import { sumUnknownRefunds } from "#lib/db/restore/fences.ts";
import type { ChangeOptions } from "#lib/gateway/requests.ts";
import { toStorableJson } from "#lib/ledger-sync/storable.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../context.ts";
import { claimFoundRefund } from "../restore/claim-found.ts";
import { refreshAfterRestore } from "../restore/refresh-after-restore.ts";
import { requireMoneyOpen } from "../restore/require-money-open.ts";
import { findGivenBackOfPayments } from "./internal/find-given-back.ts";
import { makeRefundReference } from "./internal/generate-reference.ts";
import { answerOperation, replayOperation } from "./internal/idempotent-replay.ts";
import { toPaymentIdentifiers } from "./internal/payment-identifiers.ts";
import { countMoneyBack, requireRefundPermission } from "./internal/refund-rights.ts";
import { hashRequest, requireKey } from "./internal/request-key.ts";
import { requirePayment } from "./internal/require-payment.ts";
import { sendIntent } from "./internal/send-intent.ts";
import { leftOf } from "./internal/to-payment.ts";

type Request = { environment: Environment; merchant: string; paymentId: string; idempotencyKey: string | null; input: unknown };

/**
 * Refunds a part of a successful payment, as a payment of kind refund. Never more than the remaining amount, counting refunds
 * in progress and unknown ones as done: decided while the original's row is locked.
 */
export async function refundPayment(ctx: ServiceContext, request: Request): Promise<{ payment: Payment; isNew: boolean }> {
  requireRefundPermission(ctx, paymentOperations.refundPayment);
  const { merchant, view } = await requirePayment(ctx, request);
  const input = toStorableJson(parseInput(paymentOperations.refundPayment.body, request.input));
  const key = { merchantId: merchant.id, act: `refund:${view.id}`, key: requireKey(request.idempotencyKey) };
  const requestHash = hashRequest(input);
  const replayed = await replayOperation(ctx, { merchant, key, requestHash });
  if (replayed) return { payment: replayed, isNew: false };
  const found = await claimFoundRefund(ctx, { merchant, original: view, input, key, requestHash });
  if (found) return { payment: found, isNew: false };
  await refreshAfterRestore(ctx, merchant, view);
  const intent = await storeRefund(ctx, { merchant, originalId: view.id, input, key, requestHash });
  if (!intent) {
    const payment = await replayOperation(ctx, { merchant, key, requestHash });
    if (!payment) throw new AppError("conflict");
    return { payment, isNew: false };
  }
  const { payment, act } = intent;
  const { amountMinor, currency, terminalId, referenceNumber } = payment;
  const refund = { amountMinor, currency, terminalId, referenceNumber, description: input.reason };
  const send = async (deadline: ChangeOptions) => {
    const gateway = await ctx.gateways.forMerchant(merchant, undefined, { paymentId: payment.id });
    return gateway.refundPayment({ ...refund, ...deadline });
  };
  await sendIntent(ctx, { payment, send });
  return { payment: await answerOperation(ctx, { merchant, act }), isNew: true };
}

type NewRefund = {
  merchant: MerchantRow;
  originalId: string;
  input: { amountMinor: number; reason: string };
  key: { merchantId: string; act: string; key: string };
  requestHash: string;
};

function storeRefund(
  ctx: ServiceContext,
  { merchant, originalId, input, key, requestHash }: NewRefund,
): Promise<{ act: PaymentOperationRow; payment: PaymentRow } | undefined> {
  const id = crypto.randomUUID();
  return commitIntent(ctx.db, async (tx) => {
    await requireMoneyOpen(tx, merchant);
    const at = await databaseNow(tx);
    const times = { createdAt: at, updatedAt: at };
    const original = await lockPayment(tx, originalId);
    const act = await insertOperation(tx, { ...key, ...times, staffId: ctx.staff.id, requestHash, paymentId: id, state: "done" });
    if (!act) return undefined;
    const left = await requireLeft(tx, original, input.amountMinor);
    const { environment, currency } = left;
    await countMoneyBack(tx, ctx, { environment, target: originalId, currency, amountMinor: input.amountMinor });
    const payment = await insertRefund(tx, left, {
      id,
      referenceNumber: makeRefundReference(left, key.key),
      amountMinor: input.amountMinor,
      sealedIntent: sealWords(ctx.vault, id, { description: input.reason, extra: null }),
      createdBy: ctx.staff.id,
      ...times,
    });
    await recordAuditIn(tx, ctx.vault, {
      at,
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "payment.refund",
      environment: merchant.environment,
      merchant: merchant.slug,
      target: originalId,
      detail: { refund: id, amountMinor: input.amountMinor, currency: payment.currency, reason: input.reason },
      peer: ctx.peer,
    });
    return { act, payment };
  });
}

/** The original if this amount is still refundable, also by what the stored ledger shows. Its row must be locked. */
async function requireLeft(db: Queryable, original: PaymentRow | undefined, amountMinor: number): Promise<PaymentRow> {
  const view = original && (await findPaymentView(db, original));
  if (!view || original?.kind !== "payment" || original.status !== "success") {
    throw new AppError("conflict", { message: serviceText("refund_not_success") });
  }
  const back = (await findGivenBackOfPayments(db, [original])).get(original.id);
  if (back?.foundAs) throw new AppError("conflict", { message: serviceText("may_be_refund") });
  if (back?.elsewhere?.isReversed || (await findReversal(db, original.id))) {
    throw new AppError("conflict", { message: serviceText("refund_reversed") });
  }
  const leftMinor = leftOf(view, back) - (await sumUnknownRefunds(db, original));
  if (amountMinor <= leftMinor) return original;
  const left = { amountMinor: Math.max(0, leftMinor), currency: original.currency };
  throw new AppError("invalid_input", {
    fields: [{ field: "amountMinor", ...serviceText("refund_above_rest", { amount: left }) }],
  });
}

type RefundPart = Pick<
  PaymentRow,
  "id" | "referenceNumber" | "amountMinor" | "sealedIntent" | "createdBy" | "createdAt" | "updatedAt"
>;

async function insertRefund(db: Queryable, original: PaymentRow, part: RefundPart): Promise<PaymentRow> {
  const { environment, merchantId, id: originalId, currency, terminalId } = original;
  const row = { ...part, environment, merchantId, originalId, currency, terminalId };
  const saved = await insertPayment(db, { ...row, kind: "refund", status: "sending", identifiers: toPaymentIdentifiers(row) });
  if (!saved) throw new AppError("conflict");
  return saved;
}
