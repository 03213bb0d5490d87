import { eq } from "drizzle-orm";
import type { Database } from "../connection/open-store.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";

/**
 * Deletes tokens, sessions and failed attempts. Only for a gateway that has forgotten them itself: the sandbox's, when
 * it is reset. Elsewhere it could let a third failure in a row be sent.
 */
export async function deleteSignIns(db: Database, environment: "sandbox"): Promise<void> {
  await db.delete(identityPair).where(eq(identityPair.environment, environment));
  await db.delete(identityIntegration).where(eq(identityIntegration.environment, environment));
}
