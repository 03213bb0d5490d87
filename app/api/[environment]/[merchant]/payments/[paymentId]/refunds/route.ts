import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { refundPayment } from "#lib/services/payments/refund-payment.ts";

export const POST = staffRoute({ role: "support" }, async ({ ctx, params, input, request }) => {
  const { environment, merchant = "", paymentId = "" } = params;
  const idempotencyKey = request.headers.get("idempotency-key");
  const { payment, isNew } = await refundPayment(ctx, { environment, merchant, paymentId, idempotencyKey, input });
  return isNew ? created(payment) : payment;
});
