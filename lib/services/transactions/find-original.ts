import type { TransactionDetail } from "#lib/contract/transaction.ts";
import { isSale, moneyBackGroup } from "#lib/core/transaction-types.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findPayments, findPaymentsById } from "#lib/db/payments/payments.ts";
import { openWords } from "#lib/db/payments/sealed-payment.ts";
import { findTransactionsByReference, type TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { ServiceContext } from "../context.ts";
import { findLedgerRow } from "../payments/internal/related-transaction.ts";

type Context = Pick<ServiceContext, "db" | "vault">;
type Booked = { merchant: MerchantRow; rows: readonly TransactionRow[] };

/** The sale that the rows give back, where it is not among them. */
export async function findOriginal(ctx: Context, { merchant, rows }: Booked): Promise<TransactionDetail["original"]> {
  const booking = rows.find(moneyBackGroup);
  if (!booking || rows.some(isSale)) return null;
  const [reference, sent] = await Promise.all([findSaleReference(ctx, merchant, booking), findSent(ctx, merchant, booking)]);
  return reference === null && !sent
    ? null
    : { paymentId: null, description: null, ...sent, reference: reference ?? sent?.reference ?? null };
}

async function findSaleReference({ db }: Context, { environment, id }: MerchantRow, { reference }: TransactionRow) {
  const references = reference === null ? [] : [reference];
  const same = await findTransactionsByReference(db, { environment, merchantIds: [id], references });
  return same.find(isSale)?.reference ?? null;
}

/** By the refund that was sent from here under the booking's reference number. */
async function findSent(
  { db, vault }: Context,
  { id: merchantId }: MerchantRow,
  { referenceNumber, terminalId }: TransactionRow,
) {
  const referenceNumbers = referenceNumber === null ? [] : [referenceNumber];
  const sent = await findPayments(db, { merchantId, referenceNumbers });
  const refund = sent.find((payment) => payment.terminalId === terminalId);
  const [original] = refund?.originalId ? await findPaymentsById(db, [refund.originalId]) : [];
  if (!refund || !original) return undefined;
  const { description } = openWords(vault, refund);
  return { paymentId: original.id, description, reference: (await findLedgerRow(db, original))?.reference ?? null };
}
