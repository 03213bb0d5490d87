import { staffRoute } from "#lib/server/route.ts";
import { confirmSecondFactor } from "#lib/services/session/enrol-second-factor.ts";

export const POST = staffRoute({ role: "viewer" }, ({ ctx, input }) => confirmSecondFactor(ctx, input));
