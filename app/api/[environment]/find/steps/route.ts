import { staffRoute } from "#lib/server/route.ts";
import { streamLines } from "#lib/server/stream-lines.ts";
import { findSteps } from "#lib/services/find/find-steps.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment }, input }) =>
  streamLines(findSteps(ctx, { environment, input }), ctx.staff),
);
