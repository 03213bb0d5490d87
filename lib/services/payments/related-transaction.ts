import { normaliseIdentifier } from "../../core/identifiers.ts";
import { findIdentifierTargets } from "../../store/identifiers.ts";
import type { Queryable } from "../../store/open-store.ts";
import type { PaymentRow } from "../../store/payments.ts";
import { findTransactionsById } from "../../store/transactions.ts";

/** The ledger's reference of a payment, by the reference sent with it, where the ledger has been read. */
export async function findLedgerReference(db: Queryable, payment: PaymentRow): Promise<string | undefined> {
  const { environment, merchantId } = payment;
  const targets = await findIdentifierTargets(db, {
    environment,
    merchantIds: [merchantId],
    kind: "transaction",
    fields: ["referenceNumber"],
    values: [normaliseIdentifier(payment.referenceNumber)],
  });
  const rows = await findTransactionsById(db, { merchantId, ids: targets.map((target) => target.targetId) });
  const wantedSign = payment.kind === "refund" ? "debit" : "credit";
  const fitting = rows.filter((row) => row.reference !== null && row.referenceNumber === payment.referenceNumber);
  return (
    (fitting.find((row) => row.sign === wantedSign && row.terminalId === payment.terminalId) ?? fitting[0])?.reference ??
    undefined
  );
}
