import { staffRoute } from "#lib/server/route.ts";
import { listMerchants } from "#lib/services/merchants/list-merchants.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params }) => listMerchants(ctx, params.environment));
