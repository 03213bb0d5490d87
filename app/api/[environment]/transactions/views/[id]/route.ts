import { staffRoute } from "#lib/server/route.ts";
import { changeView, removeView } from "#lib/services/views/views.ts";

export const PATCH = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, id = "" }, input }) =>
  changeView(ctx, { environment, id, input }),
);

export const DELETE = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, id = "" } }) =>
  removeView(ctx, { environment, id }),
);
