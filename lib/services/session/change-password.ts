import { accountOperations } from "../../contract/account.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { recordAuditIn } from "../../store/audit.ts";
import { giveBackSignInTry } from "../../store/sign-in-tries.ts";
import { findStaffById, updateStaff } from "../../store/staff.ts";
import { revokeSessionsOf } from "../../store/staff-sessions.ts";
import { requireProof, type ServiceContext } from "../context.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { recordRefusal } from "./record-refusal.ts";
import { proofTries } from "./sign-in-tries.ts";
import { takeTries } from "./take-tries.ts";

/** Sets the person's own password and ends all their other sessions. Needs the current one and a recent proof. */
export async function changePassword(ctx: ServiceContext, raw: unknown): Promise<void> {
  requireProof(ctx);
  const { current, password } = parseInput(accountOperations.changePassword.body, raw);
  requireGoodPassword(password, { email: ctx.staff.email, field: "password" });
  await requireCurrent(ctx, current);
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

async function requireCurrent(ctx: ServiceContext, current: string): Promise<void> {
  const tries = proofTries(ctx.staff.sessionIdHash);
  await takeTries(ctx.db, tries);
  const person = await findStaffById(ctx.db, ctx.vault, ctx.staff.id);
  if (!(await verifyPassword(person?.passwordHash, current))) {
    await recordRefusal(ctx, person);
    throw new AppError("invalid_input", { fields: [{ field: "current", message: "This is not your password." }] });
  }
  for (const each of tries) await giveBackSignInTry(ctx.db, each);
}
