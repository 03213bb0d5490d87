import { staffRoute } from "#lib/server/route.ts";
import { findAnything } from "#lib/services/find/find-anything.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params, input }) =>
  findAnything(ctx, { environment: params.environment, input }),
);
