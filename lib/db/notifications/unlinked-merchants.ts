import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { reconciliation } from "../schema/reconciliation.ts";

/** Fewer may be errors of single notifications. */
const seenMin = 5;
const [seenFor, seenAfter] = [sql`interval '7 days'`, sql`interval '1 hour'`];

/**
 * Of these merchants those whose notifications and transactions cannot be compared: none of what is stored of them ever matched,
 * though at least five verified notifications of the last days were looked for in completely read days. Their gateway connects
 * both by other references than assumed (docs/gateway.md), or the notifications are of another merchant. Raw SQL, since for
 * others the first match ends the search in an index.
 */
export async function findUnlinkedMerchants(
  db: Queryable,
  { environment, merchantIds }: { environment: string; merchantIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (merchantIds.length === 0) return new Set();
  const isOwn = sql`joined.environment = ${environment} and joined.merchant_id = own.id`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.id from unnest(${sql.param([...new Set(merchantIds)])}::uuid[]) as own(id)
    where not exists (select from ${reconciliation} joined where ${isOwn} and joined.transaction_id is not null)
      and not exists (select from ${reconciliation} joined
        where ${isOwn} and joined.transaction_id is null and joined.gateway = 'confirmed')
      and (select count(*) from (
        select from ${reconciliation} joined join delivery on delivery.id = joined.delivery_id and delivery.environment = joined.environment
        where ${isOwn} and joined.transaction_id is null and joined.attempt = 'paid' and joined.gateway in ('unknown', 'waiting')
          and joined.gateway_at is not null and joined.gateway_problem is null
          and delivery.received_at between now() - ${seenFor} and now() - ${seenAfter}
        limit ${seenMin}) looked) >= ${seenMin}`);
  return new Set(rows.map(({ id }) => id));
}
