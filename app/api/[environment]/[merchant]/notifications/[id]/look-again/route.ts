import { staffRoute } from "#lib/server/route.ts";
import { lookAgainFor } from "#lib/services/notifications/look-again.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "", id = "" } }) =>
  lookAgainFor(ctx, { environment, merchant, id }),
);
