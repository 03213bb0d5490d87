import { staffRoute } from "#lib/server/route.ts";
import { resetSecondFactor } from "#lib/services/staff/change-staff.ts";

export const DELETE = staffRoute({ role: "admin" }, ({ ctx, params: { id = "" } }) => resetSecondFactor(ctx, id));
