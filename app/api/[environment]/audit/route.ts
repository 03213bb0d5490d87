import { staffRoute } from "#lib/server/route.ts";
import { listAudit } from "#lib/services/audit/list-audit.ts";

export const GET = staffRoute({ role: "admin" }, ({ ctx, params, input }) =>
  listAudit(ctx, { environment: params.environment, input }),
);
