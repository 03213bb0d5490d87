import { staffRoute } from "#lib/server/route.ts";
import { listAlerts } from "#lib/services/alerts/list-alerts.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment }, input }) =>
  listAlerts(ctx, { environment, input }),
);
