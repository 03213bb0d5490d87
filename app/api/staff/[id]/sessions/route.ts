import { staffRoute } from "#lib/server/route.ts";
import { endSessionsOf } from "#lib/services/staff/change-staff.ts";

export const DELETE = staffRoute({ role: "admin" }, ({ ctx, params: { id = "" } }) => endSessionsOf(ctx, id));
