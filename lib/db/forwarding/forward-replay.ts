import { and, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { forward } from "../schema/forward.ts";
import { delivery } from "../schema/notification.ts";
import { type ForwardFilter, fitsForward } from "./forward-list.ts";

/** `matched` fit the filter; `followers` came later for the same orders and are sent again after them. */
export type ReplayCount = { matched: number; followers: number };

/**
 * Counts what a replay would send. If a notification were sent again without its later Rollback, the shop would believe
 * in a reversed payment; so everything that followed is sent again too, in the order received, and the shop reaches the
 * gateway's state. Not payments that the shop refused then: the gateway reversed them.
 */
export async function countReplay(db: Queryable, filter: ForwardFilter): Promise<ReplayCount> {
  const { rows } = await db.execute<{ matched: number; followers: number }>(sql`
    with matched as ${matchedRows(filter)}, affected as ${affectedRows(filter.endpointId)}
    select (select count(*) from matched)::int as matched,
      (select count(*) from affected where delivery_id not in (select delivery_id from matched))::int as followers`);
  return rows[0] ?? { matched: 0, followers: 0 };
}

/** Restarts them, for three days from `at`; from now on they are sent by our worker, whoever answered the gateway. */
export async function replayForwards(db: Queryable, filter: ForwardFilter, at: Date): Promise<void> {
  await db.execute(sql`
    with matched as ${matchedRows(filter)}, affected as ${affectedRows(filter.endpointId)}
    update ${forward} set state = 'pending', round = round + 1, attempts = 0,
      mode = case when mode = 'shop_shadow' then mode else 'desk_answers' end,
      due_at = ${at}, queued_at = ${at}, settled_at = null
    where ${inArray(forward.deliveryId, sql`(select delivery_id from affected)`)}`);
}

function matchedRows(filter: ForwardFilter): SQL {
  return sql`(select ${forward.deliveryId}, ${forward.orderHash}, ${forward.seq} from ${forward}
    join ${delivery} on ${delivery.id} = ${forward.deliveryId}
    where ${and(fitsForward(filter), ne(forward.state, "pending"))})`;
}

function affectedRows(endpointId: string): SQL {
  return sql`(select f.delivery_id from ${forward} f
    join (select order_hash, min(seq) as seq from matched group by order_hash) begun
      on f.order_hash = begun.order_hash and f.seq >= begun.seq
    where f.endpoint_id = ${endpointId}
      and (f.state <> 'refused' or f.delivery_id in (select delivery_id from matched)))`;
}
