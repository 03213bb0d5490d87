import { sessionOperations } from "../../contract/session.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { giveBackSignInTry } from "../../store/sign-in-tries.ts";
import { findStaffById } from "../../store/staff.ts";
import { markSessionProven } from "../../store/staff-sessions.ts";
import type { ServiceContext } from "../context.ts";
import { verifyPassword } from "./password.ts";
import { recordRefusal } from "./record-refusal.ts";
import { takeCode } from "./second-factor.ts";
import { proofTries } from "./sign-in-tries.ts";
import { takeTries } from "./take-tries.ts";

/**
 * The person in this session proves again who they are, with the password and, where there is a second factor, a
 * code. Throws `proof_refused`, the same for either; `throttled` after too many tries.
 */
export async function prove(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { password, code } = parseInput(sessionOperations.prove.body, raw);
  const tries = proofTries(ctx.staff.sessionIdHash);
  await takeTries(ctx.db, tries);
  const person = await findStaffById(ctx.db, ctx.vault, ctx.staff.id);
  if (!person) throw new AppError("unauthenticated");
  const knowsPassword = await verifyPassword(person.passwordHash, password);
  const needsCode = person.totp !== null;
  if (!knowsPassword || (needsCode && !(code !== undefined && (await takeCode(ctx, person, code))))) {
    await recordRefusal(ctx, person);
    throw new AppError("proof_refused");
  }
  await markSessionProven(ctx.db, ctx.staff.sessionIdHash, needsCode);
  for (const each of tries) await giveBackSignInTry(ctx.db, each);
}
