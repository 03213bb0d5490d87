import { staffRoute } from "#lib/server/route.ts";
import { getPaymentLink } from "#lib/services/payments/payment-links.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", token = "" }, runtime }) => {
  const reach = { publicOrigin: ctx.publicOrigin, lanOrigin: runtime.lanOrigin };
  return getPaymentLink(ctx, { environment, merchant, token, checkout: runtime.sandbox, reach });
});
