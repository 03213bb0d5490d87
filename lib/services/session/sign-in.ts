import type { z } from "zod";
import { type roleSchema, signedInSchema, signInInput } from "../../contract/session.ts";
import type { Clock } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { recordAudit, recordAuditIn } from "../../store/audit.ts";
import type { Database } from "../../store/open-store.ts";
import { giveBackSignInTry, takeSignInTry } from "../../store/sign-in-tries.ts";
import { createStaffSession, findStaffByEmail, revokeStaffSession, type StaffRow } from "../../store/staff.ts";
import { verifyPassword } from "./password.ts";
import { createSessionId, hashSessionId, sessionLifetimeMs } from "./session-id.ts";
import { signInTries } from "./sign-in-tries.ts";

/** Someone without a session asks for one. `previousIdHash`: the session the browser still held; it ends. */
export type SignInRequest = {
  db: Database;
  clock: Clock;
  peer: string | null;
  userAgent: string;
  previousIdHash: string | undefined;
};

export type SignedIn = { sessionId: string; answer: z.output<typeof signedInSchema> };

/**
 * A new session for the person with this e-mail and password. Throws `sign_in_refused`, the same in words and
 * time for an unknown e-mail, a wrong password and a disabled person; `throttled` after too many tries.
 */
export async function signIn(request: SignInRequest, raw: unknown): Promise<SignedIn> {
  const { db, peer } = request;
  const input = parseInput(signInInput, raw);
  const tries = signInTries(peer, input.email);
  for (const each of tries) {
    const taken = await takeSignInTry(db, each);
    if (!taken.granted) throw new AppError("throttled", { retryAfterSeconds: taken.retryAfterSeconds });
  }
  const person = await findStaffByEmail(db, input.email);
  const fits = await verifyPassword(person?.passwordHash, input.password);
  if (!person || !fits || person.disabledAt) {
    await recordRefusal(request, person);
    throw new AppError("sign_in_refused");
  }
  const sessionId = await openSession(request, person);
  for (const each of tries) await giveBackSignInTry(db, each);
  const role = person.role as z.infer<typeof roleSchema>;
  return { sessionId, answer: signedInSchema.parse({ staff: { email: person.email, role } }) };
}

async function openSession(request: SignInRequest, person: StaffRow): Promise<string> {
  const { db, clock, peer, userAgent, previousIdHash } = request;
  const id = createSessionId();
  await db.transaction(async (tx) => {
    if (previousIdHash !== undefined) await revokeStaffSession(tx, previousIdHash);
    await createStaffSession(tx, {
      idHash: hashSessionId(id),
      staffId: person.id,
      lifetimeMs: sessionLifetimeMs,
      userAgent: userAgent.slice(0, 200),
    });
    await recordAuditIn(tx, {
      at: new Date(clock.now()),
      staffId: person.id,
      actor: person.email,
      act: "session.created",
      peer,
    });
  });
  return id;
}

/** What was typed is not kept: people type passwords into the wrong box. */
function recordRefusal({ db, clock, peer }: SignInRequest, person: StaffRow | undefined): Promise<void> {
  return recordAudit(db, {
    at: new Date(clock.now()),
    staffId: person?.id ?? null,
    actor: person?.email ?? "somebody unknown",
    act: "session.refused",
    peer,
  });
}
