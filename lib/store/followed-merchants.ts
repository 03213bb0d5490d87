import { eq, lt, max } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { merchant } from "./schema/merchant.ts";
import { ledgerRead } from "./schema/transaction.ts";

/** Merchants some of whose ledger was read, the last time before an instant. */
export async function listFollowedMerchants(
  db: Queryable,
  { readBefore }: { readBefore: Date },
): Promise<{ merchantId: string; environment: string }[]> {
  return db
    .select({ merchantId: merchant.id, environment: merchant.environment })
    .from(merchant)
    .innerJoin(ledgerRead, eq(ledgerRead.merchantId, merchant.id))
    .groupBy(merchant.id, merchant.environment)
    .having(lt(max(ledgerRead.readAt), readBefore));
}
