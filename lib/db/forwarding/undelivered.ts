import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { forward } from "../schema/forward.ts";
import { delivery } from "../schema/notification.ts";

/** Whether the shop accepted one of the attempts that are kept, in any round: the first such is. */
export const wasAccepted: SQL = sql`jsonb_path_exists(${forward.tries}, '$[*] ? (@.problem == null)')`;

/** What the shop accepted it has, even if it rejects a resend. A repeated Rollback may reverse another attempt than the accepted one. */
const isAccepted = sql`case when ${delivery.method} = 'IPCPurchaseRollback'
  then coalesce(${forward.tries} -> -1 -> 'problem' = 'null', false) else ${wasAccepted} end`;

/** Those of these deliveries that were answered OK for the shop, whose system did not accept them when it was asked. */
export async function findUndelivered(db: Queryable, deliveryIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (deliveryIds.length === 0) return new Set();
  const { deliveryId, mode, state, tries } = forward;
  // The first attempt comes within a second. Of one that is held after a restore nobody knows whether the shop has it.
  const isAsked = or(inArray(state, ["dead", "refused"]), and(eq(state, "pending"), sql`${tries} <> '[]'`));
  const ids = [...deliveryIds];
  const rows = await db
    .select({ id: deliveryId })
    .from(forward)
    .innerJoin(delivery, eq(delivery.id, deliveryId))
    // Each id twice, so that only its month is read.
    .where(
      and(
        inArray(deliveryId, ids),
        inArray(delivery.id, ids),
        inArray(mode, ["desk_answers", "shop_shadow"]),
        isAsked,
        not(isAccepted),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
