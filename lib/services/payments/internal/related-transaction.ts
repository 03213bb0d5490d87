import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { findIdentifierTargets } from "#lib/db/search/identifier-search.ts";
import { findTransactionsById, type TransactionRow } from "#lib/db/transactions/transactions.ts";
import { isSameReference } from "./compare-payment.ts";

/** The transaction of a payment, by the reference sent with it, where the ledger has been read; never one of another terminal. */
export async function findLedgerRow(db: Queryable, payment: PaymentRow): Promise<TransactionRow | undefined> {
  const wantedSign = payment.kind === "refund" ? "debit" : "credit";
  const rows = (await findLedgerRows(db, payment)).filter(
    ({ reference, referenceNumber, terminalId }) =>
      reference !== null &&
      referenceNumber === payment.referenceNumber &&
      (terminalId === null || terminalId === payment.terminalId),
  );
  return rows.find((row) => row.sign === wantedSign && row.terminalId === payment.terminalId) ?? rows[0];
}

const targetsMax = 500;

/** All transactions with the reference that was sent, in any form. */
export async function findLedgerRows(db: Queryable, payment: PaymentRow): Promise<TransactionRow[]> {
  const { environment, merchantId, referenceNumber } = payment;
  const targets = await findIdentifierTargets(db, {
    scope: { environment, merchantIds: [merchantId] },
    kinds: ["transaction"],
    fields: ["referenceNumber"],
    values: [normaliseIdentifier(referenceNumber)],
    limit: targetsMax,
  });
  const rows = await findTransactionsById(db, { merchantId, ids: targets.map((target) => target.targetId) });
  return rows.filter((row) => isSameReference(row.referenceNumber, referenceNumber));
}
