import { staffRoute } from "#lib/server/route.ts";
import { prove } from "#lib/services/session/prove.ts";

export const POST = staffRoute({ role: "viewer" }, ({ ctx, input }) => prove(ctx, input));
