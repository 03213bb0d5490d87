import type { Hit } from "#lib/contract/find.ts";
import { verdictSchema } from "#lib/contract/notification.ts";
import { paymentStatusSchema } from "#lib/contract/payment.ts";
import { paymentAmount } from "#lib/contract/record-state.ts";
import { isCurrency } from "#lib/core/currency.ts";
import { formatMoney } from "#lib/core/money.ts";
import { detailsOf, type Message } from "#lib/core/text.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";
import { toVerification } from "#lib/core/verification.ts";
import { markEstimated } from "#lib/core/zoned-time.ts";
import { fetchRows } from "#lib/db/connection/fetch-rows.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { findMerchantsById, type MerchantRow } from "#lib/db/merchants/merchants.ts";
import { listNotificationSummaries } from "#lib/db/notifications/notification-summaries.ts";
import { findJoins } from "#lib/db/notifications/reconciliations.ts";
import { findPaymentsById } from "#lib/db/payments/payments.ts";
import type { IdentifierHit } from "#lib/db/search/identifier-search.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";
import { serviceText } from "#lib/services/texts.ts";
import { methodText } from "../notifications/internal/method-text.ts";
import { mainRow } from "../transactions/main-row.ts";

/** A hit with the data that identifies its payment: the order, and a notification's IPC_Trnref and transaction's page. */
export type FoundHit = Hit & { order: string | null; trnref?: string | null; transactionHref?: string };
type Described = Pick<
  FoundHit,
  | "reference"
  | "href"
  | "money"
  | "what"
  | "whatDetails"
  | "summary"
  | "verification"
  | "order"
  | "trnref"
  | "transactionHref"
  | "isTimeEstimated"
> & { occurredAt: Date };
type Found = { hits: readonly IdentifierHit[]; merchants: ReadonlyMap<string, MerchantRow> };

/** One hit for each page, exact matches first, each with its link. */
export async function toHits(db: Queryable, found: readonly IdentifierHit[]): Promise<FoundHit[]> {
  const hits = uniqueBy(found, nameOf);
  const byId = await findMerchantsOf(db, hits);
  const ofKind = (kind: Hit["kind"]): Found => ({ hits: hits.filter((hit) => hit.kind === kind), merchants: byId });
  const described = new Map(
    (
      await Promise.all([
        describeTransactions(db, ofKind("transaction")),
        describePayments(db, ofKind("payment")),
        describeNotifications(db, ofKind("notification")),
      ])
    ).flat(),
  );
  const shown = hits.flatMap((hit): FoundHit[] => {
    const text = described.get(nameOf(hit));
    if (!text) return [];
    const { field: matched, exact, kind } = hit;
    const occurredAt = text.occurredAt.toISOString();
    const payment = text.href;
    return [{ ...text, kind, merchant: byId.get(hit.merchantId)?.slug ?? "", payment, matched, exact, occurredAt }];
  });
  return uniqueBy(shown, (hit) => hit.href);
}

/** The records of the hits, by id. */
export async function findMerchantsOf(
  db: Queryable,
  hits: readonly { merchantId: string }[],
): Promise<ReadonlyMap<string, MerchantRow>> {
  const merchants = await findMerchantsById(db, [...new Set(hits.map(({ merchantId }) => merchantId))]);
  return new Map(merchants.map((merchant) => [merchant.id, merchant]));
}

/** The first of each, in order. */
export function uniqueBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] {
  const first = new Map<string, Value>();
  for (const value of values) if (!first.has(keyOf(value))) first.set(keyOf(value), value);
  return [...first.values()];
}

type Named = [name: string, described: Described];

function nameOf({ kind, merchantId, targetId }: Pick<IdentifierHit, "kind" | "merchantId" | "targetId">): string {
  return `${kind} ${merchantId} ${targetId}`;
}

async function describeTransactions(db: Queryable, { hits, merchants }: Found): Promise<Named[]> {
  const [first] = hits;
  if (!first) return [];
  const keys = hits.map(({ merchantId, occurredAt, targetId }) => ({ merchantId, occurredAt, id: targetId }));
  const rows = await fetchRows(db, first.environment, keys);
  return rows.flatMap((row) => {
    const merchant = merchants.get(row.merchantId);
    const name = nameOf({ kind: "transaction", merchantId: row.merchantId, targetId: row.id });
    return merchant ? [[name, describeTransaction(mainOf(row, rows), merchant)]] : [];
  });
}

/** Of the rows that open on one page with it, the one that represents them. */
export function mainOf(row: TransactionRow, rows: readonly TransactionRow[]): TransactionRow {
  const shared =
    row.reference === null ? [] : rows.filter((item) => item.merchantId === row.merchantId && item.reference === row.reference);
  return mainRow(shared) ?? row;
}

/** The text of a hit for a transaction. */
export function describeTransaction(row: TransactionRow, merchant: MerchantRow): Described {
  const { id, reference, referenceNumber: order, occurredAt, occurredAtText } = row;
  const said = summarise(toMoney(row), transactionTypeText(row.type));
  const time = { occurredAt, ...markEstimated(occurredAtText) };
  return { reference: reference ?? id, href: transactionHref(merchant, { id, reference }), ...said, order, ...time };
}

async function describePayments(db: Queryable, { hits, merchants }: Found): Promise<Named[]> {
  const rows = await findPaymentsById(
    db,
    hits.map(({ targetId }) => targetId),
  );
  return rows.map(({ id, merchantId, kind, status, referenceNumber, createdAt, amountMinor, currency }) => {
    const merchant = merchants.get(merchantId);
    const what = serviceText(`hit_${kind === "refund" ? kind : "payment"}_${paymentStatusSchema.parse(status)}`);
    const said = summarise({ ...paymentAmount({ kind, amountMinor, currency }), amountText: "" }, what);
    const href = `/${merchant?.environment}/${merchant?.slug}/payments/${id}`;
    const name = nameOf({ kind: "payment", merchantId, targetId: id });
    return [name, { reference: referenceNumber, href, ...said, order: referenceNumber, occurredAt: createdAt }];
  });
}

async function describeNotifications(db: Queryable, { hits, merchants }: Found): Promise<Named[]> {
  const merchantIds = [...new Set(hits.map(({ merchantId }) => merchantId))];
  const ids = hits.map(({ targetId }) => targetId);
  const [rows, joins] = await Promise.all([listNotificationSummaries(db, { merchantIds, ids }), findJoins(db, ids)]);
  return rows.map((row) => {
    const { id, merchantId, method, orderId, trnref, verdict, receivedAt } = row;
    const merchant = merchants.get(merchantId);
    const href = `/${merchant?.environment}/${merchant?.slug}/notifications/${id}`;
    const verification = toVerification(row);
    // Another split of a signed text has a valid signature, but is not verified.
    const isSaid = verification === "verified" || verdict !== "valid";
    const named = { method: method === null ? serviceText("hit_notification") : methodText(method) };
    const said = summarise(null, serviceText(isSaid ? `hit_${verdictSchema.parse(verdict)}` : "hit_method", named));
    const name = nameOf({ kind: "notification", merchantId, targetId: id });
    const reference = trnref || maskCardNumbers(orderId ?? "") || id;
    const join = joins.get(id);
    const transaction =
      merchant && join?.transactionId
        ? { transactionHref: transactionHref(merchant, { id: join.transactionId, reference: join.reference }) }
        : {};
    return [name, { reference, href, ...said, order: orderId, trnref, ...transaction, occurredAt: receivedAt, verification }];
  });
}

/** The address of a transaction's page; one without a reference is found by the gateway's row id. */
export function transactionHref(merchant: MerchantRow, { id, reference }: { id: string; reference: string | null }): string {
  const base = `/${merchant.environment}/${merchant.slug}/transactions`;
  return reference === null ? `${base}/id/${encodeURIComponent(id)}` : `${base}/${encodeURIComponent(reference)}`;
}

function toMoney({ amountMinor, amountText, currency }: TransactionRow): NonNullable<Hit["money"]> {
  return { amountMinor: isCurrency(currency) ? amountMinor : null, currency, amountText };
}

/** The amount and its description, separately and as one line. */
export function summarise(money: Hit["money"], text: Message) {
  const { message: what } = text;
  return { money, what, whatDetails: detailsOf(text), summary: money === null ? what : `${describeMoney(money)} · ${what}` };
}

function describeMoney({ amountMinor, amountText, currency }: NonNullable<Hit["money"]>): string {
  if (amountMinor === null) return `${currency} ${amountText}`.trim();
  return `${currency} ${formatMoney({ amountMinor, currency }, "en-GB")}`;
}
