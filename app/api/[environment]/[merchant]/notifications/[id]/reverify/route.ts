import { staffRoute } from "#lib/server/route.ts";
import { reverifyNotification } from "#lib/services/notifications/reverify-notification.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "", id = "" } }) =>
  reverifyNotification(ctx, { environment, merchant, id }),
);
