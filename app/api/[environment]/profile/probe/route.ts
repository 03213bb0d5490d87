import { staffRoute } from "#lib/server/route.ts";
import { startProbe } from "#lib/services/profile/start-probe.ts";

export const POST = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  startProbe(ctx, { environment, input }),
);
