import { staffRoute } from "#lib/server/route.ts";
import { lookupReferences } from "#lib/services/lookups/lookup-references.ts";

export const POST = staffRoute({ role: "viewer", isList: true }, ({ ctx, params, input }) =>
  lookupReferences(ctx, { environment: params.environment, input }),
);
