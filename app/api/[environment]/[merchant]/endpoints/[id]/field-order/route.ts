import { staffRoute } from "#lib/server/route.ts";
import { changeFieldOrder } from "#lib/services/endpoints/change-field-order.ts";
import { getFieldOrder } from "#lib/services/endpoints/get-field-order.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", id = "" } }) =>
  getFieldOrder(ctx, { environment, merchant, id }),
);

export const POST = staffRoute({ role: "admin" }, ({ ctx, params: { environment, merchant = "", id = "" }, input }) =>
  changeFieldOrder(ctx, { environment, merchant, id, input }),
);
