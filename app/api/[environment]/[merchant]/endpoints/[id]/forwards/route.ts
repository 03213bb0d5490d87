import { staffRoute } from "#lib/server/route.ts";
import { listForwards } from "#lib/services/forwarding/list-forwards.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", id = "" }, input }) =>
  listForwards(ctx, { environment, merchant, id, input }),
);
