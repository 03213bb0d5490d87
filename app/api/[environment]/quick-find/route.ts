import { staffRoute } from "#lib/server/route.ts";
import { quickFind } from "#lib/services/quick-find/quick-find.ts";

export const POST = staffRoute({ role: "viewer", isList: true }, ({ ctx, params: { environment }, input }) =>
  quickFind(ctx, { environment, input }),
);
