import { staffRoute } from "#lib/server/route.ts";
import { checkConnectionSteps } from "#lib/services/connections/check-steps.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "" } }) =>
  checkConnectionSteps(ctx, { environment, merchant }),
);
