import { staffRoute } from "#lib/server/route.ts";
import { changeStaff } from "#lib/services/staff/change-staff.ts";

export const PATCH = staffRoute({ role: "admin" }, ({ ctx, params: { id = "" }, input }) => changeStaff(ctx, id, input));
