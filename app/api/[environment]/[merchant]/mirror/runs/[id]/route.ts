import { staffRoute } from "#lib/server/route.ts";
import { stopRun } from "#lib/services/mirror/mirror-runs.ts";

export const DELETE = staffRoute({ role: "support" }, ({ ctx, params }) =>
  stopRun(ctx, { environment: params.environment, merchant: params.merchant ?? "", id: params.id ?? "" }),
);
