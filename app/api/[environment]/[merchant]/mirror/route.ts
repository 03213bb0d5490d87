import { staffRoute } from "#lib/server/route.ts";
import { getMirror } from "#lib/services/mirror/mirror-runs.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params }) =>
  getMirror(ctx, { environment: params.environment, merchant: params.merchant ?? "" }),
);
