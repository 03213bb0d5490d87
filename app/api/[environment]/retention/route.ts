import { staffRoute } from "#lib/server/route.ts";
import { changeRetention } from "#lib/services/retention/change-retention.ts";
import { getRetention } from "#lib/services/retention/get-retention.ts";

export const GET = staffRoute({ role: "admin" }, ({ ctx, params: { environment } }) => getRetention(ctx, environment));

export const PATCH = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  changeRetention(ctx, { environment, input }),
);
