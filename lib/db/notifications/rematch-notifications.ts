import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { reconciliation } from "../schema/reconciliation.ts";

/** The columns of a notification that is matched to no transaction. */
export const withoutMatch = { transactionId: null, matchedBy: null, agrees: null, reference: null } as const;

const waiting = { ...withoutMatch, gateway: "waiting", gatewayProblem: null, gatewayAt: null } as const;

/** A claim moves `next_at` this far ahead. */
const claimedFor = sql`interval '1 minute'`;

type Changed = { environment: string; merchantId: string; ids: readonly string[]; areRemoved: boolean };

/**
 * Has the notifications of a merchant's transactions matched again, after these were corrected or removed in the same database
 * transaction; of removed ones the match ends. Those that another process is matching just now are due again too, since it may
 * have seen the rows as they were.
 */
export async function rematchNotifications(tx: Queryable, { environment, merchantId, ids, areRemoved }: Changed): Promise<void> {
  if (ids.length === 0) return;
  const isMerchants = sql`environment = ${environment} and merchant_id = ${merchantId}::uuid`;
  // Raw: each part uses an index of its own, 3 ms at 1,000,000 rows; one condition for all reads every open row of the merchant.
  const { rows } = await tx.execute<{ id: string; isMatched: boolean }>(sql`
    select delivery_id as id, true as "isMatched" from reconciliation
    where ${isMerchants} and transaction_id = any(${sql.param([...ids])}::text[])
    union all
    select delivery_id, false from reconciliation
    where ${isMerchants} and not asks and next_at is not null and next_at < now() + ${claimedFor}
    union all
    select delivery_id, false from reconciliation where ${isMerchants} and asks and next_at < now() + ${claimedFor}`);
  const due = { nextAt: sql`now()` };
  const dueAnew = { ...due, tries: 0, asks: false, ...(areRemoved ? waiting : undefined) };
  for (const [isMatched, change] of [[true, dueAnew] as const, [false, due] as const]) {
    const found = rows.filter((row) => row.isMatched === isMatched).map(({ id }) => id);
    if (found.length === 0) continue;
    // By their ids, so that only their months' partitions are locked: another month may be about to be dropped.
    const isFound = and(eq(reconciliation.environment, environment), inArray(reconciliation.deliveryId, found));
    await tx.update(reconciliation).set(change).where(isFound);
  }
}
