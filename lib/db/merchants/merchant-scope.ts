import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Whose rows a query may return: all of an environment's merchants (`null`), or those listed. */
export type MerchantScope = { environment: string; merchantIds: readonly string[] | null };

type Columns = { environment: SQLWrapper; merchantId: SQLWrapper };

/** The scope as a condition: one parameter for any number of merchants. */
export function inScope({ environment, merchantIds }: MerchantScope, columns: Columns): SQL {
  if (merchantIds === null) return sql`${columns.environment} = ${environment}`;
  const [only] = merchantIds;
  const isListed =
    only !== undefined && merchantIds.length === 1
      ? sql`${columns.merchantId} = ${only}::uuid`
      : sql`${columns.merchantId} = any(${sql.param([...merchantIds])}::uuid[])`;
  return sql`(${columns.environment} = ${environment} and ${isListed})`;
}

/** Whether the scope lists no merchant, so that no query is needed. */
export function isEmptyScope({ merchantIds }: MerchantScope): boolean {
  return merchantIds?.length === 0;
}
