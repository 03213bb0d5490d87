import { staffRoute } from "#lib/server/route.ts";
import { tryOnceMore } from "#lib/services/connections/guard-acts.ts";

export const POST = staffRoute({ role: "admin" }, ({ ctx, params: { environment, merchant = "" }, input }) =>
  tryOnceMore(ctx, { environment, merchant, input }),
);
