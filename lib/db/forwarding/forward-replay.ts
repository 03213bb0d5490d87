import { and, inArray, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { okStatus } from "../deliveries/delivery-writes.ts";
import { forward } from "../schema/forward.ts";
import { delivery } from "../schema/notification.ts";
import { type ForwardFilter, fitsForward } from "./forward-list.ts";

/**
 * `matched` fit the filter; `followers` came later for the same orders and are sent again after them. `skipped` fit it too, but
 * the shop rejected these payments, so the gateway reverses them: sent again, the shop would deliver goods that are not paid.
 */
export type ReplayCount = { matched: number; followers: number; skipped: number };

/**
 * Counts what a replay would send. If a notification were sent again without its later Rollback, the shop would believe
 * in a reversed payment; so everything that followed is sent again too, in the order received, and the shop reaches the
 * gateway's state.
 */
export async function countReplay(db: Queryable, filter: ForwardFilter): Promise<ReplayCount> {
  const { rows } = await db.execute<ReplayCount>(sql`
    with ${replayedRows(filter)}
    select (select count(*) from matched)::int as matched, (select count(*) from fitting where is_unconfirmed)::int as skipped,
      (select count(*) from affected where delivery_id not in (select delivery_id from matched))::int as followers`);
  return rows[0] ?? { matched: 0, followers: 0, skipped: 0 };
}

/** Restarts them, for three days from `at`; from now on they are sent by our worker, whoever answered the gateway. */
export async function replayForwards(db: Queryable, filter: ForwardFilter, at: Date): Promise<void> {
  await db.execute(sql`
    with ${replayedRows(filter)}
    update ${forward} set state = 'pending', round = round + 1, attempts = 0,
      mode = case when mode = 'shop_shadow' then mode else 'desk_answers' end,
      due_at = ${at}, queued_at = ${at}, settled_at = null
    where ${inArray(forward.deliveryId, sql`(select delivery_id from affected)`)}`);
}

function replayedRows(filter: ForwardFilter): SQL {
  return sql`fitting as (
      select ${forward.deliveryId}, ${forward.orderHash}, ${forward.seq}, ${isUnconfirmed(forward, delivery)} as is_unconfirmed
      from ${forward} join ${delivery} on ${delivery.id} = ${forward.deliveryId}
      where ${and(fitsForward(filter), ne(forward.state, "pending"))}
    ), matched as (select * from fitting where not is_unconfirmed),
    affected as (
      select f.delivery_id from ${forward} f join ${delivery} d on d.id = f.delivery_id
      join (select order_hash, min(seq) as seq from matched group by order_hash) begun
        on f.order_hash = begun.order_hash and f.seq >= begun.seq
      where f.endpoint_id = ${filter.endpointId} and not ${isUnconfirmed({ state: sql`f.state`, mode: sql`f.mode` }, followerColumns)}
    )`;
}

const followerColumns = { method: sql`d.method`, answerStatus: sql`d.answer_status` };

/**
 * A payment of which the gateway was never told OK, and that the shop rejected or is being asked about, perhaps by a process that
 * has stopped. A Rollback must reach the shop.
 */
function isUnconfirmed(
  { state, mode }: { state: SQLWrapper; mode: SQLWrapper },
  { method, answerStatus }: { method: SQLWrapper; answerStatus: SQLWrapper },
): SQL {
  const isNotTaken = sql`(${state} = 'refused' or (${mode} = 'shop_answers' and ${state} <> 'delivered'))`;
  return sql`(${isNotTaken} and ${answerStatus} <> ${okStatus} and ${method} is distinct from 'IPCPurchaseRollback')`;
}
