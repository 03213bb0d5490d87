import { sessionOperations } from "../../contract/session.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { deleteSignInStep, takeStepTry } from "../../store/sign-in-steps.ts";
import { giveBackSignInTry } from "../../store/sign-in-tries.ts";
import { findStaffById } from "../../store/staff.ts";
import { findProvenPeers } from "../../store/staff-sessions.ts";
import { openSession } from "./open-session.ts";
import { recordRefusal } from "./record-refusal.ts";
import { takeCode } from "./second-factor.ts";
import { codeTries } from "./sign-in-tries.ts";
import { type SignedIn, type SignInRequest, toSignedIn } from "./signed-in.ts";
import { takeTries } from "./take-tries.ts";

type CodeRequest = SignInRequest & { stepIdHash: string | undefined };

/**
 * The second step of signing in. Throws `unauthenticated` without a step that still waits (the password is asked for
 * again), `code_refused`, or `throttled`.
 */
export async function signInWithCode(request: CodeRequest, raw: unknown): Promise<SignedIn> {
  const { db, stepIdHash } = request;
  const { code } = parseInput(sessionOperations.signInWithCode.body, raw);
  const step = stepIdHash === undefined ? undefined : await takeStepTry(db, stepIdHash);
  const person = step && (await findStaffById(db, request.vault, step.staffId));
  if (stepIdHash === undefined || !step || !person || person.disabledAt) throw new AppError("unauthenticated");
  const tries = codeTries(person.id, { peer: request.peer, knownPeers: await findProvenPeers(db, person.id) });
  await takeTries(db, tries);
  if (!(await takeCode(request, person, code))) {
    await recordRefusal(request, person);
    throw new AppError("code_refused");
  }
  await deleteSignInStep(db, stepIdHash);
  const sessionId = await openSession(request, person, {
    by: "password and code",
    hasSecondFactor: true,
    provenAt: step.provenAt,
  });
  for (const each of tries) await giveBackSignInTry(db, each);
  return toSignedIn(sessionId, person);
}
