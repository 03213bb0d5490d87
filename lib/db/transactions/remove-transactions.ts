import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../connection/open-store.ts";
import { rematchNotifications } from "../notifications/rematch-notifications.ts";
import { transaction, transactionKey } from "../schema/transaction.ts";
import { changeLedgerDays } from "../transaction-sums/ledger-days.ts";
import { refoldFees } from "./fold-fees.ts";

type Removed = { environment: string; merchantId: string; rows: readonly { id: string; occurredAt: Date }[] };

const rowsAtOnce = 500;

/** Removes rows that the gateway no longer lists, and subtracts them from the day sums. Their notifications are matched again. */
export async function removeTransactions(db: Database, { environment, merchantId, rows }: Removed): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const batch = rows.slice(start, start + rowsAtOnce);
    const ids = batch.map((row) => row.id);
    const times = batch.map((row) => row.occurredAt);
    await db.transaction(async (tx) => {
      const went = await tx
        .delete(transaction)
        .where(
          and(
            eq(transaction.environment, environment),
            eq(transaction.merchantId, merchantId),
            inArray(transaction.occurredAt, times),
            inArray(transaction.id, ids),
          ),
        )
        .returning({
          facetId: transaction.facetId,
          day: transaction.day,
          amountMinor: transaction.amountMinor,
          occurredAt: transaction.occurredAt,
          id: transaction.id,
          reference: transaction.reference,
          type: transaction.type,
        });
      await changeLedgerDays(tx, { came: [], went });
      await refoldFees(
        tx,
        went.map((row) => ({ ...row, environment, merchantId })),
      );
      await tx.delete(transactionKey).where(and(eq(transactionKey.merchantId, merchantId), inArray(transactionKey.id, ids)));
      await rematchNotifications(tx, { environment, merchantId, ids, areRemoved: true });
    });
  }
}
