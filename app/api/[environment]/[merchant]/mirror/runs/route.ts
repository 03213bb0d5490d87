import { staffRoute } from "#lib/server/route.ts";
import { requestRun } from "#lib/services/mirror/mirror-runs.ts";

export const POST = staffRoute({ role: "support" }, ({ ctx, params, input }) =>
  requestRun(ctx, { environment: params.environment, merchant: params.merchant ?? "", input }),
);
