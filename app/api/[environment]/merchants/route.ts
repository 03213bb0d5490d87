import { staffRoute } from "#lib/server/route.ts";
import { addMerchant } from "#lib/services/connections/add-merchants.ts";
import { listMerchants } from "#lib/services/merchants/list-merchants.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params }) => listMerchants(ctx, params.environment));

export const POST = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  addMerchant(ctx, { environment, input }),
);
