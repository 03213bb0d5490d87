import { staffRoute } from "#lib/server/route.ts";
import { withdrawLink } from "#lib/services/staff/invite-staff.ts";

export const DELETE = staffRoute({ role: "admin" }, ({ ctx, params: { id = "" } }) => withdrawLink(ctx, id));
