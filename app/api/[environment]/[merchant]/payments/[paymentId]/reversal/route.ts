import { staffRoute } from "#lib/server/route.ts";
import { reversePayment } from "#lib/services/payments/reverse-payment.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params, input, request }) => {
  const { environment, merchant = "", paymentId = "" } = params;
  const idempotencyKey = request.headers.get("idempotency-key");
  return reversePayment(ctx, { environment, merchant, paymentId, idempotencyKey, input });
});
