import { staffRoute } from "#lib/server/route.ts";
import { listNotifications } from "#lib/services/notifications/list-notifications.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "" }, input }) =>
  listNotifications(ctx, { environment, merchant, input }),
);
