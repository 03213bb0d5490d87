import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "./open-store.ts";
import { transaction, transactionKey } from "./schema/transaction.ts";

type Removed = { environment: string; merchantId: string; rows: readonly { id: string; occurredAt: Date }[] };

const rowsAtOnce = 500;

/** Removes rows the gateway lists no more. Their days are summed anew by the caller. */
export async function removeTransactions(db: Database, { environment, merchantId, rows }: Removed): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce);
    const ids = some.map((row) => row.id);
    const times = some.map((row) => row.occurredAt);
    await db.transaction(async (tx) => {
      await tx
        .delete(transaction)
        .where(
          and(
            eq(transaction.environment, environment),
            eq(transaction.merchantId, merchantId),
            inArray(transaction.occurredAt, times),
            inArray(transaction.id, ids),
          ),
        );
      await tx.delete(transactionKey).where(and(eq(transactionKey.merchantId, merchantId), inArray(transactionKey.id, ids)));
    });
  }
}
