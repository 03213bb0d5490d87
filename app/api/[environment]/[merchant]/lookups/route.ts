import { staffRoute } from "#lib/server/route.ts";
import { lookupMerchantReferences } from "#lib/services/lookups/lookup-references.ts";

export const POST = staffRoute({ role: "viewer", isList: true }, ({ ctx, params, input }) =>
  lookupMerchantReferences(ctx, { environment: params.environment, merchant: params.merchant ?? "", input }),
);
