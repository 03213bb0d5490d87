import type { Hit } from "../../contract/find.ts";
import { isCurrency } from "../../core/currency.ts";
import { formatMoney } from "../../core/money.ts";
import { transactionTypeName } from "../../core/transaction-types.ts";
import type { IdentifierHit } from "../../store/identifiers.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { listNotificationSummaries } from "../../store/notification-summaries.ts";
import type { Queryable } from "../../store/open-store.ts";
import { findPayments } from "../../store/payments.ts";
import { findTransactionsById, type TransactionRow } from "../../store/transactions.ts";

type Described = Pick<Hit, "reference" | "href" | "summary"> & { occurredAt: Date };
type Found = { merchant: MerchantRow; kind: Hit["kind"]; targetIds: string[] };

/** One hit for each page that opens, the exactly fitting ones first, each with where it opens. */
export async function toHits(db: Queryable, found: readonly IdentifierHit[], merchants: readonly MerchantRow[]): Promise<Hit[]> {
  const hits = uniqueBy(found, (hit) => `${hit.kind} ${hit.merchantId} ${hit.targetId}`);
  const described = new Map<string, Described>();
  for (const merchant of merchants) {
    for (const kind of ["transaction", "payment", "notification"] as const) {
      const targetIds = hits.filter((hit) => hit.merchantId === merchant.id && hit.kind === kind).map((hit) => hit.targetId);
      if (targetIds.length === 0) continue;
      for (const [id, text] of await describe(db, { merchant, kind, targetIds })) {
        described.set(`${kind} ${merchant.id} ${id}`, text);
      }
    }
  }
  const slugs = new Map(merchants.map((merchant) => [merchant.id, merchant.slug]));
  const shown = hits.flatMap((hit): Hit[] => {
    const text = described.get(`${hit.kind} ${hit.merchantId} ${hit.targetId}`);
    if (!text) return [];
    const { field: matched, exact, kind } = hit;
    const occurredAt = text.occurredAt.toISOString();
    return [{ ...text, kind, merchant: slugs.get(hit.merchantId) ?? "", matched, exact, occurredAt }];
  });
  return uniqueBy(shown, (hit) => hit.href);
}

/** The first of each, in order. */
export function uniqueBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] {
  const first = new Map<string, Value>();
  for (const value of values) if (!first.has(keyOf(value))) first.set(keyOf(value), value);
  return [...first.values()];
}

function describe(db: Queryable, found: Found): Promise<Map<string, Described>> {
  if (found.kind === "transaction") return describeTransactions(db, found);
  return found.kind === "payment" ? describePayments(db, found) : describeNotifications(db, found);
}

async function describeTransactions(db: Queryable, { merchant, targetIds }: Found): Promise<Map<string, Described>> {
  const rows = await findTransactionsById(db, { merchantId: merchant.id, ids: targetIds });
  return new Map(rows.map((row) => [row.id, describeTransaction(mainOf(row, rows), merchant)]));
}

/** A sale and its fee open on one page, and the sale stands for both. */
function mainOf(row: TransactionRow, rows: readonly TransactionRow[]): TransactionRow {
  const size = (each: TransactionRow) => Math.abs(each.amountMinor ?? 0);
  const shared = row.reference === null ? [] : rows.filter((each) => each.reference === row.reference);
  return shared.reduce((main, each) => (size(each) > size(main) ? each : main), row);
}

/** What a hit says of a ledger row. */
export function describeTransaction(row: TransactionRow, merchant: MerchantRow): Described {
  const { id, reference, occurredAt } = row;
  const summary = `${moneyOf(row)} · ${transactionTypeName(row.type)}`;
  return { reference: reference ?? id, href: transactionHref(merchant, { id, reference }), summary, occurredAt };
}

async function describePayments(db: Queryable, { merchant, targetIds }: Found): Promise<Map<string, Described>> {
  const rows = await findPayments(db, { merchantId: merchant.id, ids: targetIds });
  return new Map(
    rows.map(({ id, kind, status, referenceNumber, createdAt, amountMinor, currency }) => {
      const what = kind === "refund" ? "Refund" : "Payment";
      const summary = `${currency} ${formatMoney({ amountMinor, currency })} · ${what} ${status.replaceAll("_", " ")}`;
      const href = `/${merchant.environment}/${merchant.slug}/payments/${id}`;
      return [id, { reference: referenceNumber, href, summary, occurredAt: createdAt }];
    }),
  );
}

async function describeNotifications(db: Queryable, { merchant, targetIds }: Found): Promise<Map<string, Described>> {
  const rows = await listNotificationSummaries(db, { merchantId: merchant.id, ids: targetIds });
  return new Map(
    rows.map(({ id, method, orderId, trnref, verdict, receivedAt }) => {
      const href = `/${merchant.environment}/${merchant.slug}/notifications/${id}`;
      const summary = `${method ?? "Notification"} · ${verdict.replaceAll("_", " ")}`;
      return [id, { reference: trnref ?? orderId ?? id, href, summary, occurredAt: receivedAt }];
    }),
  );
}

/** Where a transaction's page is; one without a reference is found by the gateway's row id. */
export function transactionHref(merchant: MerchantRow, { id, reference }: { id: string; reference: string | null }): string {
  const base = `/${merchant.environment}/${merchant.slug}/transactions`;
  return reference === null ? `${base}/id/${encodeURIComponent(id)}` : `${base}/${encodeURIComponent(reference)}`;
}

function moneyOf({ amountMinor, amountText, currency }: TransactionRow): string {
  if (amountMinor === null || !isCurrency(currency)) return `${currency} ${amountText}`.trim();
  return `${currency} ${formatMoney({ amountMinor, currency })}`;
}
