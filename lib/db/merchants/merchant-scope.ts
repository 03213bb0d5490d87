import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Whose rows a query may see: all of an environment's merchants (`null`), or those listed. */
export type MerchantScope = { environment: string; merchantIds: readonly string[] | null };

type Columns = { environment: SQLWrapper; merchantId: SQLWrapper };

/** The scope as a condition: one parameter, however many merchants are listed. */
export function inScope({ environment, merchantIds }: MerchantScope, columns: Columns): SQL {
  if (merchantIds === null) return sql`${columns.environment} = ${environment}`;
  const [only] = merchantIds;
  const isListed =
    only !== undefined && merchantIds.length === 1
      ? sql`${columns.merchantId} = ${only}::uuid`
      : sql`${columns.merchantId} = any(${sql.param([...merchantIds])}::uuid[])`;
  return sql`(${columns.environment} = ${environment} and ${isListed})`;
}

/** Whether the scope lists no merchant at all: nothing has to be asked of the database. */
export function isEmptyScope({ merchantIds }: MerchantScope): boolean {
  return merchantIds?.length === 0;
}
