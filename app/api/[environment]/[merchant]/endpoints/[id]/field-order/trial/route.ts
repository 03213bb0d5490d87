import { staffRoute } from "#lib/server/route.ts";
import { tryFieldOrder } from "#lib/services/endpoints/try-field-order.ts";

export const GET = staffRoute({ role: "admin" }, ({ ctx, params: { environment, merchant = "", id = "" }, input }) =>
  tryFieldOrder(ctx, { environment, merchant, id, input }),
);
