import { importBytesMax } from "#lib/contract/connection.ts";
import { staffRoute } from "#lib/server/route.ts";
import { importMerchants } from "#lib/services/connections/import-merchants.ts";

export const POST = staffRoute({ role: "admin", bodyBytesMax: importBytesMax }, ({ ctx, params: { environment }, input }) =>
  importMerchants(ctx, { environment, input }),
);
