import { staffRoute } from "#lib/server/route.ts";
import { confirmCounterWasReset } from "#lib/services/connections/guard-acts.ts";

export const POST = staffRoute({ role: "admin" }, ({ ctx, params: { environment, merchant = "" }, input }) =>
  confirmCounterWasReset(ctx, { environment, merchant, input }),
);
