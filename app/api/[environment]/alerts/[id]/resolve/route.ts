import { staffRoute } from "#lib/server/route.ts";
import { resolveAlert } from "#lib/services/alerts/change-alert.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, id = "" } }) =>
  resolveAlert(ctx, { environment, id }),
);
