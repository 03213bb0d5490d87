import { staffRoute } from "#lib/server/route.ts";
import { cancelPayment } from "#lib/services/payments/cancel-payment.ts";
import { getPayment } from "#lib/services/payments/get-payment.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", paymentId = "" } }) =>
  getPayment(ctx, { environment, merchant, paymentId }),
);

export const DELETE = staffRoute({ role: "support" }, ({ ctx, params, input, request }) => {
  const { environment, merchant = "", paymentId = "" } = params;
  const idempotencyKey = request.headers.get("idempotency-key");
  return cancelPayment(ctx, { environment, merchant, paymentId, idempotencyKey, input });
});
