import { staffRoute } from "#lib/server/route.ts";
import { changeEndpoint, getEndpoint } from "#lib/services/endpoints/endpoints.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", id = "" } }) =>
  getEndpoint(ctx, { environment, merchant, id }),
);

export const PATCH = staffRoute({ role: "admin" }, ({ ctx, params: { environment, merchant = "", id = "" }, input }) =>
  changeEndpoint(ctx, { environment, merchant, id, input }),
);
