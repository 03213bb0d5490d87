import { staffRoute } from "#lib/server/route.ts";
import { beginSecondFactor, dropSecondFactor } from "#lib/services/session/enrol-second-factor.ts";

export const POST = staffRoute({ role: "viewer" }, ({ ctx }) => beginSecondFactor(ctx));

export const DELETE = staffRoute({ role: "viewer" }, ({ ctx }) => dropSecondFactor(ctx));
