import { staffRoute } from "#lib/server/route.ts";
import { endOwnSession } from "#lib/services/session/account.ts";

export const DELETE = staffRoute({ role: "viewer" }, ({ ctx, params: { id = "" } }) => endOwnSession(ctx, id));
