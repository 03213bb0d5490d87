import { eq } from "drizzle-orm";
import type { ForwardTarget } from "../notify/forward/ports.ts";
import type { Queryable } from "./open-store.ts";
import { forwardTarget } from "./schema/forward.ts";

export async function findForwardTarget(db: Queryable, endpointId: string): Promise<ForwardTarget | undefined> {
  const [row] = await db
    .select({ mode: forwardTarget.mode, url: forwardTarget.url })
    .from(forwardTarget)
    .where(eq(forwardTarget.endpointId, endpointId));
  return row;
}

/** Null ends the forwarding: nothing new is queued, and what is on its way waits. */
export async function saveForwardTarget(
  db: Queryable,
  { endpointId, target, by, at }: { endpointId: string; target: ForwardTarget | null; by: string; at: Date },
): Promise<void> {
  if (target === null) {
    await db.delete(forwardTarget).where(eq(forwardTarget.endpointId, endpointId));
    return;
  }
  const values = { ...target, updatedAt: at, updatedBy: by };
  await db
    .insert(forwardTarget)
    .values({ endpointId, ...values })
    .onConflictDoUpdate({ target: forwardTarget.endpointId, set: values });
}
