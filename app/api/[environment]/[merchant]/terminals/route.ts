import { staffRoute } from "#lib/server/route.ts";
import { listTerminals } from "#lib/services/terminals/list-terminals.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params }) =>
  listTerminals(ctx, { environment: params.environment, merchant: params.merchant ?? "" }),
);
