import { sessionOperations } from "#lib/contract/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { refundRateLimit } from "#lib/db/staff/rate-limits.ts";
import { findStaffByEmail } from "#lib/db/staff/staff.ts";
import { openSession } from "./open-session.ts";
import { openStep } from "./open-step.ts";
import { verifyPassword } from "./password.ts";
import { consumeRateLimits } from "./rate-limit.ts";
import { recordRefusal } from "./record-refusal.ts";
import { signInLimits } from "./sign-in-limits.ts";
import { type SignInOutcome, type SignInRequest, toSignedIn } from "./signed-in.ts";

/**
 * A new session for the account with this e-mail and password, or a step where a second factor is required. Throws
 * `sign_in_refused`, with equal message and timing for an unknown e-mail, a wrong password and a disabled account; `throttled`
 * after too many attempts.
 */
export async function signIn(request: SignInRequest, raw: unknown): Promise<SignInOutcome> {
  const { db, peer } = request;
  const input = parseInput(sessionOperations.signIn.body, raw);
  const tries = signInLimits(peer, input.email);
  await consumeRateLimits(db, tries);
  const person = await findStaffByEmail(db, request.vault, input.email);
  const fits = await verifyPassword(person?.passwordHash, input.password);
  if (!person || !fits || person.disabledAt) {
    await recordRefusal(request, person);
    throw new AppError("sign_in_refused");
  }
  if (person.totp !== null) return { stepId: await openStep(db, person.id), firstFactor: "password" };
  const sessionId = await openSession(request, person, { by: "password", hasSecondFactor: false });
  for (const item of tries) await refundRateLimit(db, item);
  return toSignedIn(sessionId, person);
}
