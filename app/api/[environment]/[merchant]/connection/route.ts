import { staffRoute } from "#lib/server/route.ts";
import { getConnection } from "#lib/services/merchants/get-connection.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params }) =>
  getConnection(ctx, params.environment, params.merchant ?? ""),
);
