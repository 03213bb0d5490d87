import { staffRoute } from "#lib/server/route.ts";
import { previewPayment } from "#lib/services/payments/preview-payment.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "" }, input, request }) => {
  const idempotencyKey = request.headers.get("idempotency-key");
  return previewPayment(ctx, { environment, merchant, idempotencyKey, input });
});
