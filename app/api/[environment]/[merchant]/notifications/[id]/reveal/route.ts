import { staffRoute } from "#lib/server/route.ts";
import { revealNotification } from "#lib/services/notifications/reveal-notification.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "", id = "" }, input }) =>
  revealNotification(ctx, { environment, merchant, id, input }),
);
