import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { createPaymentLink } from "#lib/services/payments/payment-links.ts";

export const POST = staffRoute({ role: "support" }, async ({ ctx, params: { environment, merchant = "" }, input, runtime }) => {
  const reach = { publicOrigin: ctx.publicOrigin, lanOrigin: runtime.lanOrigin };
  return created(await createPaymentLink(ctx, { environment, merchant, checkout: runtime.sandbox, reach, input }));
});
