import { staffRoute } from "#lib/server/route.ts";
import { listNotifications } from "#lib/services/notifications/list-notifications.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment }, input }) =>
  listNotifications(ctx, { environment, merchant: null, input }),
);
