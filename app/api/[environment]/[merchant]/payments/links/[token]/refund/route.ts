import { staffRoute } from "#lib/server/route.ts";
import { refundPaymentLink } from "#lib/services/payments/refund-payment-link.ts";

export const POST = staffRoute(
  { role: "support" },
  ({ ctx, params: { environment, merchant = "", token = "" }, input, runtime }) =>
    refundPaymentLink(ctx, { environment, merchant, token, input, checkout: runtime.sandbox }),
);
