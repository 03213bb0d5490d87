import { staffRoute } from "#lib/server/route.ts";
import { endOtherSessions } from "#lib/services/session/account.ts";

export const DELETE = staffRoute({ role: "viewer" }, ({ ctx }) => endOtherSessions(ctx));
