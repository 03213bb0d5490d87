import { staffRoute } from "#lib/server/route.ts";
import { getPaymentLink } from "#lib/services/payments/payment-links.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", token = "" }, runtime }) =>
  getPaymentLink(ctx, { environment, merchant, token, checkout: runtime.sandbox }),
);
