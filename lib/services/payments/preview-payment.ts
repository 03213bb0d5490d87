import { type PaymentPreview, paymentPreviewSchema } from "#lib/contract/payment.ts";
import { paymentOperations } from "#lib/contract/payment-operations.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { hasTerminalReference } from "#lib/db/payments/payments.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { requireActive } from "../merchants/require-active.ts";
import { requireCurrency } from "./internal/check-equipment.ts";
import { isSentAsTyped, makeReference } from "./internal/generate-reference.ts";
import { readPaymentBody } from "./internal/payment-body.ts";
import { toRequest, toRequestColumns, toWords } from "./internal/payment-request.ts";
import { requireKey } from "./internal/request-key.ts";

type Request = { environment: Environment; merchant: string; idempotencyKey: string | null; input: unknown };

/** The exact request that creating this payment under this key would send; nothing is sent or stored. */
export async function previewPayment(ctx: ServiceContext, request: Request): Promise<PaymentPreview> {
  requireRole(ctx, paymentOperations.previewPayment);
  const merchant = await requireMerchant(ctx, request.environment, request.merchant);
  requireActive(merchant);
  const key = { merchantId: merchant.id, act: "create", key: requireKey(request.idempotencyKey) };
  const input = parseInput(paymentOperations.previewPayment.body, request.input);
  requireCurrency(input);
  const { environment } = merchant;
  const { terminalId, referenceNumber: own } = input;
  const isSent =
    own !== undefined &&
    isSentAsTyped(own) &&
    !(await hasTerminalReference(ctx.db, { environment, terminalId, referenceNumber: own }));
  const referenceNumber = isSent ? own : makeReference(key);
  const gateway = await ctx.gateways.forMerchant(merchant);
  const payment = toRequest({ ...toRequestColumns(input), referenceNumber }, toWords(input));
  const { changed } = await readPaymentBody(ctx, merchant.environment);
  return paymentPreviewSchema.parse({ ...gateway.previewPayment(payment), changed });
}
