import { staffRoute } from "#lib/server/route.ts";
import { listStaff } from "#lib/services/staff/list-staff.ts";

export const GET = staffRoute({ role: "admin" }, ({ ctx }) => listStaff(ctx));
