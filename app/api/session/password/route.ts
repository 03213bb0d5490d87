import { staffRoute } from "#lib/server/route.ts";
import { changePassword } from "#lib/services/session/change-password.ts";

export const POST = staffRoute({ role: "viewer" }, ({ ctx, input }) => changePassword(ctx, input));
