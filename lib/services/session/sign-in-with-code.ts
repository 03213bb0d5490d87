import { sessionOperations } from "#lib/contract/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { refundRateLimit } from "#lib/db/staff/rate-limits.ts";
import { consumeStepTry, deleteSignInStep } from "#lib/db/staff/sign-in-steps.ts";
import { findStaffById } from "#lib/db/staff/staff.ts";
import { findKnownPeers } from "#lib/db/staff/staff-sessions.ts";
import { openSession } from "./open-session.ts";
import { consumeRateLimits } from "./rate-limit.ts";
import { recordRefusal } from "./record-refusal.ts";
import { consumeCode } from "./second-factor.ts";
import { codeLimits } from "./sign-in-limits.ts";
import { type FirstFactor, type SignedIn, type SignInRequest, toSignedIn } from "./signed-in.ts";

/** `pending`: the sign-in of the browser's cookie. */
type CodeRequest = SignInRequest & { pending: { stepIdHash: string; firstFactor: FirstFactor } | undefined };

/**
 * The second step of signing in. Throws `unauthenticated` without a pending step (the first factor is required again),
 * `code_refused`, or `throttled`.
 */
export async function signInWithCode(request: CodeRequest, raw: unknown): Promise<SignedIn> {
  const { db, pending } = request;
  const { code } = parseInput(sessionOperations.signInWithCode.body, raw);
  const step = pending && (await consumeStepTry(db, pending.stepIdHash));
  const person = step && (await findStaffById(db, request.vault, step.staffId));
  if (!pending || !step || !person || person.disabledAt) throw new AppError("unauthenticated");
  const tries = codeLimits(person.id, { peer: request.peer, knownPeers: await findKnownPeers(db, person.id) });
  await consumeRateLimits(db, tries);
  if (!(await consumeCode(request, person, code))) {
    await recordRefusal(request, person);
    throw new AppError("code_refused");
  }
  await deleteSignInStep(db, pending.stepIdHash);
  const sessionId = await openSession(request, person, {
    by: `${pending.firstFactor} and code`,
    hasSecondFactor: true,
    authenticatedAt: step.authenticatedAt,
  });
  for (const item of tries) await refundRateLimit(db, item);
  return toSignedIn(sessionId, person);
}
