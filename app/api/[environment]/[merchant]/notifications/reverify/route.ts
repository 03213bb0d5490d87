import { staffRoute } from "#lib/server/route.ts";
import { reverifyMerchant } from "#lib/services/notifications/reverify-notification.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "" } }) =>
  reverifyMerchant(ctx, { environment, merchant }),
);
