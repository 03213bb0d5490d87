import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { revokeStaffSession } from "#lib/db/staff/staff-sessions.ts";
import type { ServiceContext } from "../context.ts";

/** Ends this session, everywhere at once. */
export async function signOut(ctx: ServiceContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await revokeStaffSession(tx, ctx.staff.sessionIdHash);
    await recordAuditIn(tx, ctx.vault, {
      at: new Date(ctx.clock.now()),
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "session.ended",
      peer: ctx.peer,
    });
  });
}
