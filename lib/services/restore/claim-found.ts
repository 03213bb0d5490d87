import type { CreatePaymentInput, Payment } from "#lib/contract/payment.ts";
import { AppError } from "#lib/core/errors.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findReversal, insertOperation, type OperationKey } from "#lib/db/payments/payment-operations.ts";
import type { PaymentRow, PaymentView } from "#lib/db/payments/payments.ts";
import { findFence } from "#lib/db/restore/fences.ts";
import { listUnclaimed } from "#lib/db/restore/found-payments.ts";
import type { ServiceContext } from "../context.ts";
import { findGivenBackOfPayments } from "../payments/internal/find-given-back.ts";
import { isOwnReference, makeReference, makeRefundReference } from "../payments/internal/generate-reference.ts";
import { replayOperation } from "../payments/internal/idempotent-replay.ts";
import { hashRequest } from "../payments/internal/request-key.ts";
import { serviceText } from "../texts.ts";

type Claim = { merchant: MerchantRow; key: OperationKey; requestHash: string };

/**
 * After a restore: the payment that this key made since the backup, found at the gateway by the reference that the key makes or
 * that was typed. It is answered as that payment, and nothing is sent. Undefined when there is none. Throws `conflict` for one that
 * may be another client's refund.
 */
export async function claimFoundPayment(
  ctx: ServiceContext,
  { input, ...claim }: Claim & { input: CreatePaymentInput },
): Promise<Payment | undefined> {
  const generated = makeReference(claim.key);
  const typed = input.referenceNumber;
  const references = typed === undefined || isOwnReference(typed) ? [generated] : [generated, typed];
  for (const referenceNumber of references) {
    const found = await listFound(ctx, claim.merchant, { terminalId: input.terminalId, referenceNumber });
    const same = found.find(
      (item) => item.kind === "payment" && item.amountMinor === input.amountMinor && item.currency === input.currency,
    );
    const doubt = same && (await findGivenBackOfPayments(ctx.db, [same])).get(same.id)?.foundAs;
    if (doubt) throw new AppError("conflict", { message: serviceText("found_may_be_refund") });
    if (same) return claimAs(ctx, claim, same);
    // A typed reference may have been another sale's.
    if (found.length > 0 && referenceNumber === generated) throw new AppError("idempotency_mismatch");
  }
  return undefined;
}

export async function claimFoundRefund(
  ctx: ServiceContext,
  { original, input, ...claim }: Claim & { original: PaymentView; input: { amountMinor: number } },
): Promise<Payment | undefined> {
  const { terminalId } = original;
  const referenceNumber = makeRefundReference(original, claim.key.key);
  const [found] = await listFound(ctx, claim.merchant, { terminalId, referenceNumber });
  if (!found) return undefined;
  if (found.originalId !== original.id || found.amountMinor !== input.amountMinor) throw new AppError("idempotency_mismatch");
  return claimAs(ctx, claim, found);
}

type Reversal = { merchant: MerchantRow; payment: PaymentRow; key: string; request: { reason?: string } };

/** A reversal since the backup has no reference of its own: the payment is reversed, and no key of the database did it. */
export async function claimFoundReversal(
  ctx: ServiceContext,
  { merchant, payment, key, request }: Reversal,
): Promise<Payment | undefined> {
  const fence = payment.status === "reversed" ? await findFence(ctx.db, merchant.environment) : undefined;
  if (!fence || payment.updatedAt < fence.restoredAt || (await findReversal(ctx.db, payment.id))) return undefined;
  const claim = {
    merchant,
    key: { merchantId: merchant.id, act: `reversal:${payment.id}`, key },
    requestHash: hashRequest(request),
  };
  return claimAs(ctx, claim, payment);
}

async function listFound(
  { db }: ServiceContext,
  { id: merchantId, environment }: MerchantRow,
  place: Pick<PaymentRow, "terminalId" | "referenceNumber">,
): Promise<PaymentRow[]> {
  const fence = await findFence(db, environment);
  return fence ? listUnclaimed(db, { merchantId, environment, ...place }) : [];
}

async function claimAs(ctx: ServiceContext, claim: Claim, { id: paymentId }: PaymentRow): Promise<Payment | undefined> {
  const at = await databaseNow(ctx.db);
  const times = { createdAt: at, updatedAt: at };
  const { key, requestHash } = claim;
  await insertOperation(ctx.db, { ...key, ...times, staffId: ctx.staff.id, requestHash, paymentId, state: "done" });
  return replayOperation(ctx, claim);
}
