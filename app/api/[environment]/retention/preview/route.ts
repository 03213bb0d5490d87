import { staffRoute } from "#lib/server/route.ts";
import { previewRetention } from "#lib/services/retention/preview-retention.ts";

export const GET = staffRoute({ role: "admin" }, ({ ctx, params: { environment }, input }) =>
  previewRetention(ctx, { environment, input }),
);
