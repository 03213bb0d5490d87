import { sessionOperations } from "#lib/contract/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { refundRateLimit } from "#lib/db/staff/rate-limits.ts";
import { findStaffById } from "#lib/db/staff/staff.ts";
import { markSessionAuthenticated } from "#lib/db/staff/staff-sessions.ts";
import type { ServiceContext } from "../context.ts";
import { verifyPassword } from "./password.ts";
import { consumeRateLimits } from "./rate-limit.ts";
import { recordRefusal } from "./record-refusal.ts";
import { consumeCode } from "./second-factor.ts";
import { reauthenticationLimits } from "./sign-in-limits.ts";

/**
 * Re-authenticates the account of this session with the password and, where there is a second factor, a code. Throws
 * `proof_refused`, the same for either; `throttled` after too many attempts.
 */
export async function reauthenticate(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { password, code } = parseInput(sessionOperations.reauthenticate.body, raw);
  const tries = reauthenticationLimits(ctx.staff.sessionIdHash);
  await consumeRateLimits(ctx.db, tries);
  const person = await findStaffById(ctx.db, ctx.vault, ctx.staff.id);
  if (!person) throw new AppError("unauthenticated");
  const knowsPassword = await verifyPassword(person.passwordHash, password);
  const needsCode = person.totp !== null;
  if (!knowsPassword || (needsCode && !(code !== undefined && (await consumeCode(ctx, person, code))))) {
    await recordRefusal(ctx, person);
    throw new AppError("proof_refused");
  }
  await markSessionAuthenticated(ctx.db, ctx.staff.sessionIdHash, needsCode);
  for (const item of tries) await refundRateLimit(ctx.db, item);
}
