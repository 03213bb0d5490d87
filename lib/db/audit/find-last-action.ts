import { and, desc, eq } from "drizzle-orm";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { audit } from "../schema/audit.ts";
import { openDetail } from "./audit.ts";

/** `by` is a stored name. */
type LastAction = { at: Date; by: string; detail: unknown };

/** The newest entry of the audit log for an action on a target. */
export async function findLastAction(
  { db, vault }: { db: Queryable; vault: Vault },
  { act, target }: { act: string; target: string },
): Promise<LastAction | undefined> {
  const [row] = await db
    .select()
    .from(audit)
    .where(and(eq(audit.target, target), eq(audit.act, act)))
    .orderBy(desc(audit.id))
    .limit(1);
  return row && { at: row.at, by: row.actor, detail: openDetail(vault, row) };
}
