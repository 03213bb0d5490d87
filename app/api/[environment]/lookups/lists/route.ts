import { lookupListBytesMax } from "#lib/contract/lookup.ts";
import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { shareLookup } from "#lib/services/lookups/share-lookup.ts";

export const POST = staffRoute(
  { role: "viewer", bodyBytesMax: lookupListBytesMax },
  async ({ ctx, params: { environment }, input }) => created(await shareLookup(ctx, { environment, input })),
);
