import type { z } from "zod";
import { type roleSchema, signedInSchema, signInInput } from "../../contract/session.ts";
import type { Clock } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { recordAudit } from "../../store/audit.ts";
import type { Database, Queryable } from "../../store/open-store.ts";
import { insertSignInStep } from "../../store/sign-in-steps.ts";
import { giveBackSignInTry, type SignInTry, takeSignInTry } from "../../store/sign-in-tries.ts";
import { findStaffByEmail, type StaffRow } from "../../store/staff.ts";
import { openSession } from "./open-session.ts";
import { verifyPassword } from "./password.ts";
import { createSessionId, hashSessionId, stepLifetimeMs } from "./session-id.ts";
import { signInTries } from "./sign-in-tries.ts";

const codesAStep = 5;

/** Someone without a session asks for one. `previousIdHash`: the session the browser still held; it ends. */
export type SignInRequest = {
  db: Database;
  clock: Clock;
  peer: string | null;
  userAgent: string;
  previousIdHash: string | undefined;
};

/** A session, or a step that waits for the code of the second factor. */
export type SignedIn = { sessionId: string; answer: z.output<typeof signedInSchema> };
export type SignInOutcome = SignedIn | { stepId: string };

/**
 * A new session for the person with this e-mail and password, or a step where a second factor is asked for. Throws
 * `sign_in_refused`, the same in words and time for an unknown e-mail, a wrong password and a disabled person;
 * `throttled` after too many tries.
 */
export async function signIn(request: SignInRequest, raw: unknown): Promise<SignInOutcome> {
  const { db, peer } = request;
  const input = parseInput(signInInput, raw);
  const tries = signInTries(peer, input.email);
  await takeTries(db, tries);
  const person = await findStaffByEmail(db, input.email);
  const fits = await verifyPassword(person?.passwordHash, input.password);
  if (!person || !fits || person.disabledAt) {
    await recordRefusal(request, person);
    throw new AppError("sign_in_refused");
  }
  if (person.totp !== null) return { stepId: await openStep(db, person.id) };
  const sessionId = await openSession(request, person, { by: "password", hasSecondFactor: false });
  for (const each of tries) await giveBackSignInTry(db, each);
  return { sessionId, answer: toSignedIn(person) };
}

export function toSignedIn({ email, role }: StaffRow): SignedIn["answer"] {
  return signedInSchema.parse({ staff: { email, role: role as z.infer<typeof roleSchema> } });
}

/** Throws `throttled` with the time to wait when one of the allowances is used up. */
export async function takeTries(db: Queryable, tries: readonly SignInTry[]): Promise<void> {
  for (const each of tries) {
    const taken = await takeSignInTry(db, each);
    if (!taken.granted) throw new AppError("throttled", { retryAfterSeconds: taken.retryAfterSeconds });
  }
}

/** A sign-in that still owes its code. */
export async function openStep(db: Database, staffId: string): Promise<string> {
  const id = createSessionId();
  await insertSignInStep(db, { idHash: hashSessionId(id), staffId, lifetimeMs: stepLifetimeMs, tries: codesAStep });
  return id;
}

/** What was typed is not kept: people type passwords into the wrong box. */
export function recordRefusal(
  { db, clock, peer }: Pick<SignInRequest, "db" | "clock" | "peer">,
  person: StaffRow | undefined,
): Promise<void> {
  return recordAudit(db, {
    at: new Date(clock.now()),
    staffId: person?.id ?? null,
    actor: person?.email ?? "somebody unknown",
    act: "session.refused",
    peer,
  });
}
