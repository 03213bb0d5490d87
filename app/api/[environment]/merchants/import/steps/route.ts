import { importBytesMax } from "#lib/contract/connection.ts";
import { staffRoute } from "#lib/server/route.ts";
import { streamLines } from "#lib/server/stream-lines.ts";
import { importSteps } from "#lib/services/connections/import-merchants.ts";

export const POST = staffRoute({ role: "admin", bodyBytesMax: importBytesMax }, ({ ctx, params: { environment }, input }) =>
  streamLines(importSteps(ctx, { environment, input }), ctx.staff),
);
