import { staffRoute } from "#lib/server/route.ts";
import { connectIntegration } from "#lib/services/connections/connect-integration.ts";
import { listConnections } from "#lib/services/connections/list-connections.ts";

export const GET = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  listConnections(ctx, { environment, input }),
);

export const POST = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  connectIntegration(ctx, { environment, input }),
);
