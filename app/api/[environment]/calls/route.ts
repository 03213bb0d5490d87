import { staffRoute } from "#lib/server/route.ts";
import { listCalls } from "#lib/services/calls/list-calls.ts";

export const GET = staffRoute({ role: "support" }, ({ ctx, params: { environment }, input }) =>
  listCalls(ctx, { environment, input }),
);
