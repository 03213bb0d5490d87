import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findPaymentView, type PaymentView } from "#lib/db/payments/payments.ts";
import { requireMerchant, type ServiceContext } from "../../context.ts";

type Question = { environment: Environment; merchant: string; paymentId: string };

/** The merchant and its payment. Throws `not_found` when it does not exist or this account may not see it. */
export async function requirePayment(
  ctx: ServiceContext,
  { environment, merchant: slug, paymentId }: Question,
): Promise<{ merchant: MerchantRow; view: PaymentView }> {
  const merchant = await requireMerchant(ctx, environment, slug);
  const view = isUuid(paymentId) ? await findPaymentView(ctx.db, { merchantId: merchant.id, id: paymentId }) : undefined;
  if (!view) throw new AppError("not_found");
  return { merchant, view };
}
