import { staffRoute } from "#lib/server/route.ts";
import { getNotification } from "#lib/services/notifications/get-notification.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "", id = "" } }) =>
  getNotification(ctx, { environment, merchant, id }),
);
