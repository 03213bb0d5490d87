import { staffRoute } from "#lib/server/route.ts";
import { chooseColumns } from "#lib/services/views/views.ts";

export const PATCH = staffRoute({ role: "viewer" }, ({ ctx, params: { environment }, input }) =>
  chooseColumns(ctx, { environment, input }),
);
