import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { inviteToSetPassword } from "#lib/services/staff/invite-staff.ts";

export const POST = staffRoute({ role: "admin" }, async ({ ctx, params: { id = "" } }) =>
  created(await inviteToSetPassword(ctx, id)),
);
