import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { createEndpoint, listEndpoints } from "#lib/services/endpoints/endpoints.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "" } }) =>
  listEndpoints(ctx, { environment, merchant }),
);

export const POST = staffRoute({ role: "admin" }, async ({ ctx, params: { environment, merchant = "" }, input }) =>
  created(await createEndpoint(ctx, { environment, merchant, input })),
);
