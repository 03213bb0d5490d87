import { and, eq } from "drizzle-orm";
import type { ForwardTarget } from "#lib/notifications/forwarding/ports.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { openUrl, sealUrl } from "../connection/sealed-url.ts";
import { forward, forwardTarget } from "../schema/forward.ts";

export async function findForwardTarget(db: Queryable, vault: Vault, endpointId: string): Promise<ForwardTarget | undefined> {
  const [row] = await db
    .select({ mode: forwardTarget.mode, endpointId: forwardTarget.endpointId, sealedUrl: forwardTarget.sealedUrl })
    .from(forwardTarget)
    .where(eq(forwardTarget.endpointId, endpointId));
  return row && { mode: row.mode, url: openUrl(vault, row) };
}

/** Since when the shop's answers are only counted; null in every other mode. */
export async function findShadowSince(db: Queryable, endpointId: string): Promise<Date | null> {
  const [row] = await db
    .select({ since: forwardTarget.updatedAt })
    .from(forwardTarget)
    .where(and(eq(forwardTarget.endpointId, endpointId), eq(forwardTarget.mode, "shop_shadow")));
  return row?.since ?? null;
}

/**
 * Null stops forwarding: nothing new is queued, and pending deliveries wait. The three days of their retries start anew with a
 * target: otherwise what waited longer would become a dead letter after a single attempt.
 */
export async function saveForwardTarget(
  db: Queryable,
  vault: Vault,
  { endpointId, target, by, at }: { endpointId: string; target: ForwardTarget | null; by: string; at: Date },
): Promise<void> {
  if (target === null) {
    await db.delete(forwardTarget).where(eq(forwardTarget.endpointId, endpointId));
    return;
  }
  const values = { mode: target.mode, sealedUrl: sealUrl(vault, endpointId, target.url), updatedAt: at, updatedBy: by };
  await db
    .insert(forwardTarget)
    .values({ endpointId, ...values })
    .onConflictDoUpdate({ target: forwardTarget.endpointId, set: values });
  const isWaiting = and(eq(forward.endpointId, endpointId), eq(forward.state, "pending"));
  await db.update(forward).set({ queuedAt: at }).where(isWaiting);
}
