import { staffRoute } from "#lib/server/route.ts";
import { replayNotification } from "#lib/services/notifications/replay-notification.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "", id = "" } }) =>
  replayNotification(ctx, { environment, merchant, id }),
);
