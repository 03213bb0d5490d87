import type { Database } from "../../store/open-store.ts";
import { insertSignInStep } from "../../store/sign-in-steps.ts";
import { createSessionId, hashSessionId, stepLifetimeMs } from "./session-id.ts";

const codesAStep = 5;

/** A sign-in that still owes its code. `provenAt`: when its first factor was given, else now. Returns the id for the step's cookie. */
export async function openStep(db: Database, staffId: string, provenAt?: Date): Promise<string> {
  const id = createSessionId();
  await insertSignInStep(db, { idHash: hashSessionId(id), staffId, lifetimeMs: stepLifetimeMs, tries: codesAStep, provenAt });
  return id;
}
