import { changePasswordInput } from "../../contract/session.ts";
import { parseInput } from "../../core/parse-input.ts";
import { recordAuditIn } from "../../store/audit.ts";
import { updateStaff } from "../../store/staff.ts";
import { revokeSessionsOf } from "../../store/staff-sessions.ts";
import { requireProof, type ServiceContext } from "../context.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./password-rules.ts";

/** Sets the person's own password and ends all their other sessions. Needs a recent proof. */
export async function changePassword(ctx: ServiceContext, raw: unknown): Promise<void> {
  requireProof(ctx);
  const { password } = parseInput(changePasswordInput, raw);
  requireGoodPassword(password, { email: ctx.staff.email, field: "password" });
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    await updateStaff(tx, ctx.staff.id, { passwordHash });
    await revokeSessionsOf(tx, ctx.staff.id, ctx.staff.sessionIdHash);
    await recordAuditIn(tx, ctx.vault, {
      at: new Date(ctx.clock.now()),
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "staff.password_changed",
      target: ctx.staff.email,
      peer: ctx.peer,
    });
  });
}
