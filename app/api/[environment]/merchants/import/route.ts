import { staffRoute } from "#lib/server/route.ts";
import { importMerchants } from "#lib/services/connections/add-merchants.ts";

export const POST = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  importMerchants(ctx, { environment, input }),
);
