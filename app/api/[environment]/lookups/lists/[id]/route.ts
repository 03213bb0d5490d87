import { staffRoute } from "#lib/server/route.ts";
import { openSharedLookup } from "#lib/services/lookups/share-lookup.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, id = "" } }) =>
  openSharedLookup(ctx, { environment, id }),
);
