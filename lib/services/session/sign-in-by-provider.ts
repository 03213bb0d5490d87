import { AppError } from "#lib/core/errors.ts";
import { bindProviderAccount, findStaffByEmail } from "#lib/db/staff/staff.ts";
import { openSession } from "./open-session.ts";
import { openStep } from "./open-step.ts";
import { recordRefusal } from "./record-refusal.ts";
import type { AuthenticatedPerson } from "./sign-in-provider.ts";
import { type SignInOutcome, type SignInRequest, toSignedIn } from "./signed-in.ts";

/**
 * A session for the staff member whom the provider authenticated. Never creates an account: an address that is not staff, or
 * is disabled, throws `provider_refused`, and so does another account of the provider's than the first one. Our own second
 * factor is required unless the provider used one. The sign-in at the provider is the authentication time.
 */
export async function signInByProvider(
  request: SignInRequest,
  { email, subject, hasSecondFactor, signedInAt = new Date(0) }: AuthenticatedPerson,
): Promise<SignInOutcome> {
  const person = await findStaffByEmail(request.db, request.vault, email);
  const subjectHash = request.vault.hash(`provider account\n${subject}`);
  if (!person || person.disabledAt || person.seeded || !(await bindProviderAccount(request.db, person.id, subjectHash))) {
    await recordRefusal(request, person);
    throw new AppError("provider_refused");
  }
  if (person.totp !== null && !hasSecondFactor)
    return { stepId: await openStep(request.db, person.id, signedInAt), firstFactor: "provider" };
  const sessionId = await openSession(request, person, { by: "provider", hasSecondFactor, authenticatedAt: signedInAt });
  return toSignedIn(sessionId, person);
}
