import { and, desc, eq, gte, inArray, isNull, lt, min, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { notifyEndpoint } from "../schema/notification.ts";
import { reconciliation } from "../schema/reconciliation.ts";
import { transaction } from "../schema/transaction.ts";
import type { TransactionKey } from "../transactions/transaction-list.ts";
import type { TransactionRow } from "../transactions/transactions.ts";

export type NeverNotifiedQuery = {
  environment: string;
  merchantId: string;
  /** Type codes of online sales. */
  types: readonly string[];
  from?: Date | undefined;
  /** Exclusive. */
  before?: Date | undefined;
  after?: Pick<TransactionKey, "occurredAt" | "id"> | undefined;
  limit: number;
};

/** A merchant's online sales without a notification, newest first. */
export function listNeverNotifiedRows(db: Queryable, query: NeverNotifiedQuery): Promise<TransactionRow[]> {
  const { environment, merchantId, types, from, before, after, limit } = query;
  return db
    .select()
    .from(transaction)
    .where(
      and(
        eq(transaction.environment, environment),
        eq(transaction.merchantId, merchantId),
        inArray(transaction.type, [...types]),
        eq(transaction.sign, "credit"),
        isNull(transaction.terminalId),
        from && gte(transaction.occurredAt, from),
        before && lt(transaction.occurredAt, before),
        after && behind(after),
        sql`not exists (select 1 from ${reconciliation} where ${reconciliation.merchantId} = ${transaction.merchantId} and ${reconciliation.transactionId} = ${transaction.id})`,
      ),
    )
    .orderBy(desc(transaction.occurredAt), desc(transaction.id))
    .limit(limit);
}

function behind({ occurredAt, id }: Pick<TransactionKey, "occurredAt" | "id">): SQL {
  return sql`(${transaction.occurredAt}, ${transaction.id}) < (${occurredAt.toISOString()}::timestamptz, ${id})`;
}

/** When each merchant's first endpoint was created: earlier sales cannot have been notified. Those without one are left out. */
export async function findFirstEndpoints(db: Queryable, merchantIds: readonly string[]): Promise<Map<string, Date>> {
  if (merchantIds.length === 0) return new Map();
  const rows = await db
    .select({ merchantId: notifyEndpoint.merchantId, at: min(notifyEndpoint.createdAt) })
    .from(notifyEndpoint)
    .where(sql`${notifyEndpoint.merchantId} = any(${sql.param([...merchantIds])}::uuid[])`)
    .groupBy(notifyEndpoint.merchantId);
  return new Map(rows.flatMap(({ merchantId, at }) => (at ? [[merchantId, at]] : [])));
}

const countedMax = 200;

type CountQuery = { environment: string; merchantIds: readonly string[]; types: readonly string[]; from: Date; before: Date };

/**
 * How many of each merchant's newest online sales have no notification, of at most 200 since its first endpoint; merchants
 * without an endpoint are left out. The cost does not grow with a merchant's sales.
 */
export async function countNeverNotified(db: Queryable, query: CountQuery): Promise<ReadonlyMap<string, number>> {
  const { environment, merchantIds, types, from, before } = query;
  if (merchantIds.length === 0) return new Map();
  const { rows } = await db.execute<{ merchantId: string; count: number }>(sql`
    select own.merchant_id as "merchantId", (
      select count(*)::int from (
        select id from transaction
        where environment = ${environment} and merchant_id = own.merchant_id and type = any(${sql.param([...types])}::text[])
          and occurred_at >= greatest(${from.toISOString()}::timestamptz, own.first_at) and occurred_at < ${before.toISOString()}::timestamptz
          and sign = 'credit' and terminal_id is null
        order by occurred_at desc limit ${countedMax}) sale
      where not exists (
        select from ${reconciliation} joined where joined.merchant_id = own.merchant_id and joined.transaction_id = sale.id)) as count
    from (
      select merchant_id, min(created_at) as first_at from ${notifyEndpoint}
      where merchant_id = any(${sql.param([...merchantIds])}::uuid[]) group by 1) own`);
  return new Map(rows.map(({ merchantId, count }) => [merchantId, count]));
}
