import { staffRoute } from "#lib/server/route.ts";
import { changeEndpoint } from "#lib/services/endpoints/change-endpoint.ts";
import { getEndpoint } from "#lib/services/endpoints/endpoints.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", id = "" } }) =>
  getEndpoint(ctx, { environment, merchant, id }),
);

export const PATCH = staffRoute({ role: "admin" }, ({ ctx, params: { environment, merchant = "", id = "" }, input, runtime }) =>
  changeEndpoint(ctx, { environment, merchant, id, input, forwarder: runtime.forwarding }),
);
