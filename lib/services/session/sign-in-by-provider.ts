import { AppError } from "../../core/errors.ts";
import { findStaffByEmail } from "../../store/staff.ts";
import { openSession } from "./open-session.ts";
import { openStep, recordRefusal, type SignInOutcome, type SignInRequest, toSignedIn } from "./sign-in.ts";
import type { ProvenPerson } from "./sign-in-provider.ts";

/**
 * A session for the staff member whom the provider vouches for. Nobody becomes staff by this: an address that is not
 * staff, or is disabled, throws `provider_refused`. A second factor of our own is asked for unless the provider had one.
 */
export async function signInByProvider(request: SignInRequest, { email, hasSecondFactor }: ProvenPerson): Promise<SignInOutcome> {
  const person = await findStaffByEmail(request.db, email);
  if (!person || person.disabledAt || person.seeded) {
    await recordRefusal(request, person);
    throw new AppError("provider_refused");
  }
  if (person.totp !== null && !hasSecondFactor) return { stepId: await openStep(request.db, person.id) };
  const sessionId = await openSession(request, person, { by: "provider", hasSecondFactor });
  return { sessionId, answer: toSignedIn(person) };
}
