import type { Database } from "#lib/db/connection/open-store.ts";
import { insertSignInStep } from "#lib/db/staff/sign-in-steps.ts";
import { createSessionId, hashSessionId, stepLifetimeMs } from "./session-id.ts";

const codesAStep = 5;

/**
 * A sign-in that still needs its code. `authenticatedAt`: the time of the first factor, else now. Returns the id for the
 * step's cookie.
 */
export async function openStep(db: Database, staffId: string, authenticatedAt?: Date): Promise<string> {
  const id = createSessionId();
  await insertSignInStep(db, {
    idHash: hashSessionId(id),
    staffId,
    lifetimeMs: stepLifetimeMs,
    tries: codesAStep,
    authenticatedAt,
  });
  return id;
}
