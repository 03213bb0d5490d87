import { staffRoute } from "#lib/server/route.ts";
import { acknowledgeAlert } from "#lib/services/alerts/change-alert.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, id = "" } }) =>
  acknowledgeAlert(ctx, { environment, id }),
);
