import { staffRoute } from "#lib/server/route.ts";
import { compareNotifications } from "#lib/services/notifications/compare-notifications.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", id = "" }, input }) =>
  compareNotifications(ctx, { environment, merchant, id, input }),
);
