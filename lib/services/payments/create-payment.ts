import type { CreatePaymentInput, Payment } from "#lib/contract/payment.ts";
import { paymentOperations } from "#lib/contract/payment-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { insertPayment } from "#lib/db/payments/payment-changes.ts";
import { commitIntent, insertOperation, type PaymentOperationRow } from "#lib/db/payments/payment-operations.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { sealWords } from "#lib/db/payments/sealed-payment.ts";
import type { ChangeOptions } from "#lib/gateway/requests.ts";
import { toStorableJson } from "#lib/ledger-sync/storable.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { claimFoundPayment } from "../restore/claim-found.ts";
import { requireMoneyOpen } from "../restore/require-money-open.ts";
import { requireCurrency, requireEquipment } from "./internal/check-equipment.ts";
import { isSentAsTyped, makeReference } from "./internal/generate-reference.ts";
import { answerOperation, replayOperation } from "./internal/idempotent-replay.ts";
import { toPaymentIdentifiers } from "./internal/payment-identifiers.ts";
import { toRequest, toRequestColumns, toWords } from "./internal/payment-request.ts";
import { hashRequest, requireKey } from "./internal/request-key.ts";
import { sendIntent } from "./internal/send-intent.ts";

type Request = { environment: Environment; merchant: string; idempotencyKey: string | null; input: unknown };

/**
 * Creates a payment: the intent is stored before the single gateway call. A repeat with the same key waits for the first and
 * returns the same payment (`isNew` false). Throws `outcome_unknown` when no response came; the payment is listed then.
 */
export async function createPayment(ctx: ServiceContext, request: Request): Promise<{ payment: Payment; isNew: boolean }> {
  requireRole(ctx, paymentOperations.createPayment);
  const merchant = await requireMerchant(ctx, request.environment, request.merchant);
  const key = { merchantId: merchant.id, act: "create", key: requireKey(request.idempotencyKey) };
  const input = toStorableJson(parseInput(paymentOperations.createPayment.body, request.input));
  requireCurrency(input);
  const requestHash = hashRequest(input);
  const replayed = await replayOperation(ctx, { merchant, key, requestHash });
  if (replayed) return { payment: replayed, isNew: false };
  const found = await claimFoundPayment(ctx, { merchant, input, key, requestHash });
  if (found) return { payment: found, isNew: false };
  await requireEquipment(ctx, merchant, input);
  const intent = await storeIntent(ctx, { merchant, input, key, requestHash });
  if (!intent) {
    const payment = await replayOperation(ctx, { merchant, key, requestHash });
    if (!payment) throw new AppError("conflict");
    return { payment, isNew: false };
  }
  const send = async (deadline: ChangeOptions) => {
    const gateway = await ctx.gateways.forMerchant(merchant, undefined, { paymentId: intent.payment.id });
    return gateway.createPayment({ ...toRequest(intent.payment, toWords(input)), ...deadline });
  };
  await sendIntent(ctx, { payment: intent.payment, send });
  return { payment: await answerOperation(ctx, { merchant, act: intent.act }), isNew: true };
}

type NewIntent = {
  merchant: MerchantRow;
  input: CreatePaymentInput;
  key: { merchantId: string; act: string; key: string };
  requestHash: string;
};

/** Key, payment, identifiers and audit row in one transaction. Undefined when the key is already used. */
function storeIntent(
  ctx: ServiceContext,
  { merchant, input, key, requestHash }: NewIntent,
): Promise<{ act: PaymentOperationRow; payment: PaymentRow } | undefined> {
  const id = crypto.randomUUID();
  return commitIntent(ctx.db, async (tx) => {
    await requireMoneyOpen(tx, merchant);
    const at = await databaseNow(tx);
    const times = { createdAt: at, updatedAt: at };
    const act = await insertOperation(tx, { ...key, ...times, staffId: ctx.staff.id, requestHash, paymentId: id, state: "done" });
    if (!act) return undefined;
    const payment = await insertWithReference(tx, ctx.vault, { id, merchant, input, key, createdBy: ctx.staff.id, ...times });
    await recordAuditIn(tx, ctx.vault, {
      at,
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "payment.created",
      environment: merchant.environment,
      merchant: merchant.slug,
      target: id,
      detail: { amountMinor: input.amountMinor, currency: input.currency, terminalId: input.terminalId },
      peer: ctx.peer,
    });
    return { act, payment };
  });
}

type Intended = {
  id: string;
  merchant: MerchantRow;
  input: CreatePaymentInput;
  key: NewIntent["key"];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
};

/** The user's own reference if it is sent as typed and new at the terminal, else a generated one beside it. */
async function insertWithReference(db: Queryable, vault: Vault, { merchant, input, key, ...row }: Intended): Promise<PaymentRow> {
  const own = input.referenceNumber;
  const ownReferences = own !== undefined && isSentAsTyped(own) ? [own] : [];
  for (const referenceNumber of [...ownReferences, makeReference(key)]) {
    const intended = {
      ...row,
      ...toRequestColumns(input),
      referenceNumber,
      ownReference: own === undefined || own === referenceNumber ? null : own,
    };
    const saved = await insertPayment(db, {
      ...intended,
      environment: merchant.environment,
      merchantId: merchant.id,
      kind: "payment",
      status: "sending",
      sealedIntent: sealWords(vault, row.id, toWords(input)),
      identifiers: toPaymentIdentifiers(intended),
    });
    if (saved) return saved;
  }
  throw new AppError("reference_taken");
}
