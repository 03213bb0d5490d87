import type { TransactionDetail } from "../../contract/transaction.ts";
import { normaliseIdentifier } from "../../core/identifiers.ts";
import { findIdentifierTargets } from "../../store/identifier-search.ts";
import { findJoinsOfRows } from "../../store/ledger-joins.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { findPayments } from "../../store/payments.ts";
import type { TransactionRow } from "../../store/transactions.ts";
import type { ServiceContext } from "../context.ts";
import { describeWithOrders } from "../notifications/describe-with-orders.ts";

type Question = {
  merchant: MerchantRow;
  reference: string | null;
  rows: readonly (Pick<TransactionRow, "referenceNumber"> & { id?: string })[];
};
type Related = Pick<TransactionDetail, "notifications" | "payments">;

/** What else the desk has of a transaction, by its reference and by the merchant's own. */
export async function findRelated(ctx: Pick<ServiceContext, "db">, question: Question): Promise<Related> {
  const [notifications, payments] = await Promise.all([findNotifications(ctx, question), findOwnPayments(ctx, question)]);
  return { notifications, payments };
}

async function findOwnPayments({ db }: Pick<ServiceContext, "db">, { merchant, reference, rows }: Question) {
  const texts = [reference, ...rows.map((row) => row.referenceNumber)].filter((text) => text !== null);
  const found = await findPayments(db, { merchantId: merchant.id, referenceNumbers: [...new Set(texts)] });
  return found.map(({ id, status, createdAt }) => ({ paymentId: id, status, createdAt: createdAt.toISOString() }));
}

/**
 * Notifications of what a reference of the ledger, or the merchant's own, stands for, with every other message of their
 * orders: a rollback, say.
 */
export async function findNotifications({ db }: Pick<ServiceContext, "db">, { merchant, reference, rows }: Question) {
  const { environment, id: merchantId } = merchant;
  const ask = (fields: string[], texts: (string | null)[]) => {
    const values = [...new Set(texts.map((text) => normaliseIdentifier(text ?? "")).filter((text) => text !== ""))];
    return findIdentifierTargets(db, { environment, merchantIds: [merchantId], kind: "notification", fields, values });
  };
  const [joins, byReference, byOrder] = await Promise.all([
    findJoinsOfRows(
      db,
      rows.flatMap(({ id }) => (id === undefined ? [] : [{ merchantId, id }])),
    ),
    ask(["trnref"], [reference]),
    ask(
      ["orderId"],
      rows.map((row) => row.referenceNumber),
    ),
  ]);
  const named = [...byReference, ...byOrder].map(({ targetId }) => targetId);
  return describeWithOrders(db, merchant, [...new Set([...joins.map(({ deliveryId }) => deliveryId), ...named])]);
}
