import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { inviteStaff } from "#lib/services/staff/invite-staff.ts";

export const POST = staffRoute({ role: "admin" }, async ({ ctx, input }) => created(await inviteStaff(ctx, input)));
