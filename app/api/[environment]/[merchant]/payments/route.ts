import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { createPayment } from "#lib/services/payments/create-payment.ts";
import { listMerchantPayments } from "#lib/services/payments/list-payments.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params, input }) =>
  listMerchantPayments(ctx, { environment: params.environment, merchant: params.merchant ?? "", input }),
);

export const POST = staffRoute({ role: "support" }, async ({ ctx, params: { environment, merchant = "" }, input, request }) => {
  const idempotencyKey = request.headers.get("idempotency-key");
  const { payment, isNew } = await createPayment(ctx, { environment, merchant, idempotencyKey, input });
  return isNew ? created(payment) : payment;
});
