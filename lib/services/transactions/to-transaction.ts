import type { Transaction } from "#lib/contract/transaction.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";
import { markEstimated } from "#lib/core/zoned-time.ts";
import { openTransaction } from "#lib/db/transactions/sealed-transaction.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";
import type { Vault } from "#lib/vault/vault.ts";

/** What is known about a row beside itself. */
export type RowMarks = Pick<Transaction, "notified" | "givenBack" | "openRefund" | "openReversal" | "tags">;

/** A stored row as the API returns it. */
export function toTransaction(vault: Vault, row: TransactionRow, merchant: string, marks: RowMarks = {}): Transaction {
  const { id, reference, occurredAtText, type, amountMinor, amountText, currency } = row;
  return {
    id,
    merchant,
    reference,
    occurredAt: row.occurredAt.toISOString(),
    occurredAtText,
    ...markEstimated(occurredAtText),
    type,
    typeName: transactionTypeText(type).message,
    sign: row.sign === "debit" ? "debit" : "credit",
    amountMinor,
    amountText,
    currency,
    accountNumber: row.accountNumber,
    terminalId: row.terminalId,
    referenceNumber: row.referenceNumber,
    pan: row.pan,
    description: maskDescription(openTransaction(vault, row).description),
    ...marks,
  };
}

/** Whoever booked it may have typed a card number. */
function maskDescription(description: string | null): string | null {
  return description === null ? null : maskCardNumbers(description);
}
