import { eq } from "drizzle-orm";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { findEnvironmentRow } from "../environments/environments.ts";
import { identityPair } from "../schema/identity.ts";
import { openCredential } from "./credentials.ts";
import { toPairId, toSecretMark } from "./permit-rows.ts";

/** Whether the integration's token was received with the credentials that are stored now. */
export async function hasSignedIn(db: Queryable, vault: Vault, environment: Environment): Promise<boolean> {
  const row = await findEnvironmentRow(db, environment);
  if (!row) return false;
  const { clientId, clientSecret } = openCredential(vault, "environment", row.id, row);
  const id = toPairId(vault, { environment, kind: "token", clientId });
  const [pair] = await db.select({ mark: identityPair.provenMark }).from(identityPair).where(eq(identityPair.id, id));
  return pair?.mark === toSecretMark(vault, clientSecret);
}
