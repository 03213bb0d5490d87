import { lookupListBytesMax } from "#lib/contract/lookup.ts";
import { fileResponse } from "#lib/server/file-response.ts";
import { staffRoute } from "#lib/server/route.ts";
import { exportLookup } from "#lib/services/lookups/export-lookup.ts";

export const POST = staffRoute(
  { role: "support", isList: true, bodyBytesMax: lookupListBytesMax },
  async ({ ctx, params: { environment }, input }) => fileResponse(await exportLookup(ctx, { environment, input })),
);
