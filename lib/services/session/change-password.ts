import { accountOperations } from "#lib/contract/account.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { refundRateLimit } from "#lib/db/staff/rate-limits.ts";
import { findStaffById, updateStaff } from "#lib/db/staff/staff.ts";
import { revokeSessionsOf } from "#lib/db/staff/staff-sessions.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRecentAuth, type ServiceContext } from "../context.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { consumeRateLimits } from "./rate-limit.ts";
import { recordRefusal } from "./record-refusal.ts";
import { reauthenticationLimits } from "./sign-in-limits.ts";

/** Sets the account's own password and ends all its other sessions. Needs the current one and a recent re-authentication. */
export async function changePassword(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { current, password } = parseInput(accountOperations.changePassword.body, raw);
  requireGoodPassword(password, { email: ctx.staff.email, field: "password" });
  requireRecentAuth(ctx);
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
  const tries = reauthenticationLimits(ctx.staff.sessionIdHash);
  await consumeRateLimits(ctx.db, tries);
  const person = await findStaffById(ctx.db, ctx.vault, ctx.staff.id);
  if (!(await verifyPassword(person?.passwordHash, current))) {
    await recordRefusal(ctx, person);
    throw new AppError("invalid_input", { fields: [{ field: "current", ...serviceText("current_password_wrong") }] });
  }
  for (const item of tries) await refundRateLimit(ctx.db, item);
}
