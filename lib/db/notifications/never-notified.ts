import { and, desc, eq, gte, inArray, isNull, lt, min, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { notifyEndpoint } from "../schema/notification.ts";
import { reconciliation } from "../schema/reconciliation.ts";
import { transaction } from "../schema/transaction.ts";
import type { TransactionKey } from "../transactions/transaction-list.ts";
import { type TransactionRow, transactionColumns } from "../transactions/transactions.ts";
import { findUnlinkedMerchants } from "./unlinked-merchants.ts";

export type OnlineSalesQuery = MerchantScope & {
  /** Type codes of online sales. */
  types: readonly string[];
  from?: Date | undefined;
  /** Exclusive. */
  before?: Date | undefined;
  after?: Pick<TransactionKey, "occurredAt" | "id" | "merchantId"> | undefined;
  limit: number;
};

/** Online sales of the scope, newest first. */
export async function listOnlineSales(db: Queryable, query: OnlineSalesQuery): Promise<TransactionRow[]> {
  if (isEmptyScope(query)) return [];
  const { types, from, before, after, limit } = query;
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(
      and(
        inScope(query, transaction),
        inArray(transaction.type, [...types]),
        eq(transaction.sign, "credit"),
        isNull(transaction.terminalId),
        from && gte(transaction.occurredAt, from),
        before && lt(transaction.occurredAt, before),
        after && behind(after),
      ),
    )
    .orderBy(desc(transaction.occurredAt), desc(transaction.id), desc(transaction.merchantId))
    .limit(limit);
}

function behind({ occurredAt, id, merchantId }: Pick<TransactionKey, "occurredAt" | "id" | "merchantId">): SQL {
  return sql`(${transaction.occurredAt}, ${transaction.id}, ${transaction.merchantId})
    < (${occurredAt.toISOString()}::timestamptz, ${id}, ${merchantId}::uuid)`;
}

/** When the scope's first endpoint was created; undefined where it has none. */
export async function findFirstEndpoint(db: Queryable, scope: MerchantScope): Promise<Date | undefined> {
  if (isEmptyScope(scope)) return undefined;
  const [row] = await db
    .select({ at: min(notifyEndpoint.createdAt) })
    .from(notifyEndpoint)
    .where(inScope(scope, notifyEndpoint));
  return row?.at ?? undefined;
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
 * without an endpoint are left out, and none is counted where notifications and sales cannot be compared. The cost does not grow with a merchant's sales.
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
  const silent = rows.flatMap(({ merchantId, count }) => (count > 0 ? [merchantId] : []));
  const unlinked = await findUnlinkedMerchants(db, { environment, merchantIds: silent });
  return new Map(rows.map(({ merchantId, count }) => [merchantId, unlinked.has(merchantId) ? 0 : count]));
}
