import { staffRoute } from "#lib/server/route.ts";
import { present } from "#lib/services/session/present.ts";

export const POST = staffRoute({ role: "viewer" }, ({ ctx, input }) => present(ctx, input));
