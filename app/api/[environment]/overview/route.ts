import { staffRoute } from "#lib/server/route.ts";
import { getOverview } from "#lib/services/overview/get-overview.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment }, input }) =>
  getOverview(ctx, { environment, merchant: null, input }),
);
