import type { Mention, RelatedPayment, TransactionDetail } from "#lib/contract/transaction.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { toVerification } from "#lib/core/verification.ts";
import { findUnverifiedExactly } from "#lib/db/deliveries/unverified-numbers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { listNotificationSummaries } from "#lib/db/notifications/notification-summaries.ts";
import { findJoinsOfRows } from "#lib/db/notifications/reconciliations.ts";
import { findPayments, findPaymentView, listRefundViews, type PaymentView } from "#lib/db/payments/payments.ts";
import { findIdentifierTargets } from "#lib/db/search/identifier-search.ts";
import { openName } from "#lib/db/staff/person-names.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { ServiceContext } from "../context.ts";
import { describeWithOrders } from "../notifications/internal/describe-with-orders.ts";
import { findGivenBackOfPayments, type PaymentGivenBack } from "../payments/internal/find-given-back.ts";
import { refundableOf } from "../payments/internal/to-payment.ts";

type Question = {
  merchant: MerchantRow;
  reference: string | null;
  rows: readonly (Pick<TransactionRow, "referenceNumber"> & { id?: string })[];
};
type Related = Pick<TransactionDetail, "notifications" | "mentions" | "payments">;

const mentionsMax = 5;
const notificationsMax = 500;

/** Other records about a transaction, by its reference and by the merchant's own. */
export async function findRelated(ctx: Pick<ServiceContext, "db" | "vault">, question: Question): Promise<Related> {
  const [notifications, named, payments] = await Promise.all([
    findNotifications(ctx, question),
    findMentions(ctx, question),
    findOwnPayments(ctx, question),
  ]);
  const shown = new Set(notifications.map(({ id }) => id));
  return { notifications, mentions: named.filter(({ id }) => !shown.has(id)), payments };
}

/** Unverified notifications that name the transaction by its reference or order, newest first. */
async function findMentions({ db }: Pick<ServiceContext, "db">, { merchant, reference, rows }: Question): Promise<Mention[]> {
  const ofField = { trnref: toValues([reference]), orderId: toValues(rows.map((row) => row.referenceNumber)) };
  const found = await Promise.all(
    Object.entries(ofField).map(async ([field, values]) => {
      const hits = await findUnverifiedExactly(db, { scope: scopeOf(merchant), values, limit: mentionsMax });
      return hits.filter((hit) => hit.field === field);
    }),
  );
  const ids = [...new Set(found.flat().map(({ deliveryId }) => deliveryId))];
  const summaries = await listNotificationSummaries(db, { merchantIds: [merchant.id], ids });
  const mentions = summaries.flatMap((row): Mention[] => {
    const verification = toVerification(row);
    return verification === "verified" ? [] : [{ id: row.id, receivedAt: row.receivedAt.toISOString(), verification }];
  });
  return mentions.slice(0, mentionsMax);
}

function scopeOf({ environment, id }: MerchantRow): MerchantScope {
  return { environment, merchantIds: [id] };
}

function toValues(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.map((text) => normaliseIdentifier(text ?? "")).filter((text) => text !== ""))];
}

async function findOwnPayments(ctx: Pick<ServiceContext, "db" | "vault">, { merchant, reference, rows }: Question) {
  const texts = [reference, ...rows.map((row) => row.referenceNumber)].filter((text) => text !== null);
  const found = await findPayments(ctx.db, { merchantId: merchant.id, referenceNumbers: [...new Set(texts)] });
  const back = await findGivenBackOfPayments(ctx.db, found);
  const described = await Promise.all(
    found.map(({ id }) => describePayment(ctx, { merchantId: merchant.id, id, back: back.get(id) })),
  );
  return described.filter((payment) => payment !== undefined);
}

async function describePayment(
  { db, vault }: Pick<ServiceContext, "db" | "vault">,
  { back, ...question }: { merchantId: string; id: string; back: PaymentGivenBack | undefined },
): Promise<RelatedPayment | undefined> {
  const [view, refunds] = await Promise.all([findPaymentView(db, question), listRefundViews(db, question.id)]);
  if (!view) return undefined;
  const describe = ({ id, status, amountMinor, currency, createdAt }: PaymentView) => ({
    ...{ paymentId: id, status, amountMinor, currency },
    createdAt: createdAt.toISOString(),
  });
  return {
    ...describe(view),
    kind: view.kind === "refund" ? "refund" : "payment",
    terminalId: view.terminalId,
    tipMinor: view.tipMinor,
    updatedAt: view.updatedAt.toISOString(),
    refundableMinor: refundableOf(view, back),
    refunds: refunds.map((refund) => ({
      ...describe(refund),
      createdBy: refund.createdBySealed && openName(vault, refund.createdBySealed),
    })),
  };
}

/**
 * Notifications for a reference of the ledger or the merchant's own, with all other messages of their orders, such as a
 * rollback.
 */
export async function findNotifications({ db }: Pick<ServiceContext, "db">, { merchant, reference, rows }: Question) {
  const { id: merchantId } = merchant;
  const ask = (fields: string[], texts: (string | null)[]) =>
    findIdentifierTargets(db, {
      ...{ scope: scopeOf(merchant), kinds: ["notification"], limit: notificationsMax },
      ...{ fields, values: toValues(texts) },
    });
  const [joins, byReference, byOrder] = await Promise.all([
    findJoinsOfRows(
      db,
      rows.flatMap(({ id }) => (id === undefined ? [] : [{ environment: merchant.environment, merchantId, id }])),
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
