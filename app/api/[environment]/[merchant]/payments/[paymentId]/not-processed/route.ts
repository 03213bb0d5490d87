import { staffRoute } from "#lib/server/route.ts";
import { markNotProcessed } from "#lib/services/payments/mark-not-processed.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params, input }) => {
  const { environment, merchant = "", paymentId = "" } = params;
  return markNotProcessed(ctx, { environment, merchant, paymentId, input });
});
