import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { listRowsOfReference } from "#lib/db/transactions/rows-of-payments.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";

/** The transaction of a payment, by the reference sent with it, where the ledger has been read; never one of another terminal. */
export async function findLedgerRow(db: Queryable, payment: PaymentRow): Promise<TransactionRow | undefined> {
  const wantedSign = payment.kind === "refund" ? "debit" : "credit";
  const rows = (await listRowsOfReference(db, payment)).filter(
    ({ reference, referenceNumber, terminalId }) =>
      reference !== null &&
      referenceNumber === payment.referenceNumber &&
      (terminalId === null || terminalId === payment.terminalId),
  );
  return rows.find((row) => row.sign === wantedSign && row.terminalId === payment.terminalId) ?? rows[0];
}
