import type { z } from "zod";
import type { roleSchema } from "#lib/contract/role.ts";
import { signedInSchema } from "#lib/contract/session.ts";
import type { Clock } from "#lib/core/clock.ts";
import { isLanguage, type Language } from "#lib/core/languages.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import type { StaffRow } from "#lib/db/staff/staff.ts";
import type { Vault } from "#lib/vault/vault.ts";

/** A sign-in request without a session. `previousIdHash`: the browser's previous session; it ends. */
export type SignInRequest = {
  db: Database;
  vault: Vault;
  clock: Clock;
  peer: string | null;
  userAgent: string;
  previousIdHash: string | undefined;
};

/** What was proved before the code of our second factor is asked for. */
export type FirstFactor = "password" | "provider";

/** A session, or a step that waits for the code of the second factor. */
export type SignedIn = { sessionId: string; language: Language | undefined; answer: z.output<typeof signedInSchema> };
export type SignInOutcome = SignedIn | { stepId: string; firstFactor: FirstFactor };

export function toSignedIn(sessionId: string, { email, role, language }: StaffRow): SignedIn {
  const answer = signedInSchema.parse({ staff: { email, role: role as z.infer<typeof roleSchema> } });
  return { sessionId, language: isLanguage(language) ? language : undefined, answer };
}
