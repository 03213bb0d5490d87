import { sessionOperations } from "../../contract/session.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { giveBackSignInTry } from "../../store/sign-in-tries.ts";
import { findStaffByEmail } from "../../store/staff.ts";
import { openSession } from "./open-session.ts";
import { openStep } from "./open-step.ts";
import { verifyPassword } from "./password.ts";
import { recordRefusal } from "./record-refusal.ts";
import { signInTries } from "./sign-in-tries.ts";
import { type SignInOutcome, type SignInRequest, toSignedIn } from "./signed-in.ts";
import { takeTries } from "./take-tries.ts";

/**
 * A new session for the person with this e-mail and password, or a step where a second factor is asked for. Throws
 * `sign_in_refused`, the same in words and time for an unknown e-mail, a wrong password and a disabled person;
 * `throttled` after too many tries.
 */
export async function signIn(request: SignInRequest, raw: unknown): Promise<SignInOutcome> {
  const { db, peer } = request;
  const input = parseInput(sessionOperations.signIn.body, raw);
  const tries = signInTries(peer, input.email);
  await takeTries(db, tries);
  const person = await findStaffByEmail(db, request.vault, input.email);
  const fits = await verifyPassword(person?.passwordHash, input.password);
  if (!person || !fits || person.disabledAt) {
    await recordRefusal(request, person);
    throw new AppError("sign_in_refused");
  }
  if (person.totp !== null) return { stepId: await openStep(db, person.id) };
  const sessionId = await openSession(request, person, { by: "password", hasSecondFactor: false });
  for (const each of tries) await giveBackSignInTry(db, each);
  return toSignedIn(sessionId, person);
}
