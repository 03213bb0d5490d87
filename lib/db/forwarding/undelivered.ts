import { and, eq, gt, inArray, or } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { forward } from "../schema/forward.ts";

/** Those of these deliveries that were answered OK for the shop, whose system did not accept them when it was asked. */
export async function findUndelivered(db: Queryable, deliveryIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (deliveryIds.length === 0) return new Set();
  const { deliveryId, mode, state, attempts } = forward;
  // The first attempt comes within a second. Of one that is held after a restore nobody knows whether the shop has it.
  const isNotAccepted = or(inArray(state, ["dead", "refused"]), and(eq(state, "pending"), gt(attempts, 0)));
  const rows = await db
    .select({ id: deliveryId })
    .from(forward)
    .where(and(inArray(deliveryId, [...deliveryIds]), inArray(mode, ["desk_answers", "shop_shadow"]), isNotAccepted));
  return new Set(rows.map(({ id }) => id));
}
