import { isCurrency } from "#lib/core/currency.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { type Money, numberToDecimal, parseDecimal } from "#lib/core/money.ts";
import { fetchRows } from "#lib/db/connection/fetch-rows.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { DeliverySummary } from "#lib/db/notifications/notifications.ts";
import { findIdentifiersExactly } from "#lib/db/search/identifier-search.ts";
import { findPairedTransactions } from "#lib/db/transactions/paired-transactions.ts";
import { openTransaction } from "#lib/db/transactions/sealed-transaction.ts";
import { findTransactionsByReference, type TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { ServiceContext } from "../../context.ts";
import { isOnlinePurchase } from "./online-purchase.ts";

/** `agrees`: amount and currency equal the row's, as booked or before conversion. */
export type LedgerMatch = { row: TransactionRow; matchedBy: "trnref" | "order"; agrees: boolean };

type Notified = Pick<DeliverySummary, "id" | "trnref" | "orderId" | "amountMinor" | "currency" | "receivedAt">;
type Stored = Pick<ServiceContext, "db" | "vault">;
type Place = { environment: string; merchantId: string };
type Owned = Notified & { merchantId: string };

/** An order may be used again later, so that its number alone proves nothing. */
export const sameOrderMs = 48 * 3_600_000;
/** Maximum number of rows compared for one order. */
const targetsMax = 500;

/**
 * The stored transactions of notifications in one environment, by delivery id: by IPC_Trnref as payment reference, else by
 * order with equal amount and currency within 48 hours. Absence here does not prove absence at the gateway.
 */
export async function matchLedgers(
  store: Stored,
  environment: string,
  deliveries: readonly Owned[],
): Promise<Map<string, LedgerMatch>> {
  if (deliveries.length === 0) return new Map();
  const scope = { environment, merchantIds: [...new Set(deliveries.map(({ merchantId }) => merchantId))] };
  const matches = await byTrnref(store, scope, deliveries);
  const rest = deliveries.filter(({ id }) => !matches.has(id));
  for (const [id, match] of await byOrder(store, scope, rest)) matches.set(id, match);
  return matches;
}

/** The same of one merchant's. */
export function matchLedger(
  store: Stored,
  { environment, merchantId }: Place,
  deliveries: readonly Notified[],
): Promise<Map<string, LedgerMatch>> {
  const owned = deliveries.map((delivery) => ({ ...delivery, merchantId }));
  return matchLedgers(store, environment, owned);
}

/** The same for one valid notification. */
export async function findLedgerMatch(
  store: Stored,
  row: Notified & Place & Pick<DeliverySummary, "verdict">,
): Promise<LedgerMatch | undefined> {
  return row.verdict === "valid" ? (await matchLedger(store, row, [row])).get(row.id) : undefined;
}

async function byTrnref(store: Stored, scope: MerchantScope, deliveries: readonly Owned[]): Promise<Map<string, LedgerMatch>> {
  const references = [...new Set(deliveries.flatMap(({ trnref }) => (trnref === null ? [] : [trnref])))];
  return matchReferences(store, await findTransactionsByReference(store.db, { ...scope, references }), deliveries);
}

/** The same by IPC_Trnref alone, for many merchants at once, among rows booked around the time of receipt. */
export async function matchTrnrefs(
  store: Stored,
  environment: string,
  deliveries: readonly Owned[],
): Promise<Map<string, LedgerMatch>> {
  const pairs = deliveries.flatMap(({ merchantId, trnref }) => (trnref === null ? [] : [{ merchantId, reference: trnref }]));
  const times = deliveries.map(({ receivedAt }) => receivedAt.getTime());
  const [from, to] = [new Date(Math.min(...times) - sameOrderMs), new Date(Math.max(...times) + sameOrderMs)];
  return matchReferences(store, await findPairedTransactions(store.db, { environment, from, to, pairs }), deliveries);
}

function matchReferences(store: Stored, rows: readonly TransactionRow[], deliveries: readonly Owned[]): Map<string, LedgerMatch> {
  const byReference = Map.groupBy(rows, ({ merchantId, reference }) => `${merchantId} ${reference}`);
  const matches = new Map<string, LedgerMatch>();
  for (const delivery of deliveries) {
    if (delivery.trnref === null) continue;
    const sharing = byReference.get(`${delivery.merchantId} ${delivery.trnref}`) ?? [];
    // A sale, its fee and its return share the reference; the sale represents them.
    const row = sharing.find(isOnlinePurchase) ?? sharing.find(({ sign }) => sign === "credit") ?? sharing[0];
    if (row)
      matches.set(delivery.id, { row, matchedBy: "trnref", agrees: namesNoAmount(delivery) || agrees(store, row, delivery) });
  }
  return matches;
}

async function byOrder(store: Stored, scope: MerchantScope, deliveries: readonly Owned[]): Promise<Map<string, LedgerMatch>> {
  const asking = deliveries.filter(({ orderId, amountMinor }) => orderId !== null && amountMinor !== null);
  const values = [...new Set(asking.map(({ orderId }) => normaliseIdentifier(orderId ?? "")))].filter((value) => value !== "");
  const targets = await findIdentifiersExactly(store.db, {
    scope,
    kinds: ["transaction"],
    fields: ["referenceNumber"],
    values,
    limit: targetsMax,
  });
  const keys = targets.map(({ merchantId, occurredAt, targetId: id }) => ({ merchantId, occurredAt, id }));
  const rows = await fetchRows(store.db, scope.environment, keys);
  const matches = new Map<string, LedgerMatch>();
  for (const delivery of asking) {
    const row = nearestOf(
      rows.filter((item) => fitsOrder(store, item, delivery)),
      delivery,
    );
    if (row) matches.set(delivery.id, { row, matchedBy: "order", agrees: true });
  }
  return matches;
}

/** A terminal sale may have the same number, but causes no notification. */
function fitsOrder(store: Stored, row: TransactionRow, delivery: Owned): boolean {
  return (
    row.merchantId === delivery.merchantId &&
    row.referenceNumber === delivery.orderId &&
    row.sign === "credit" &&
    row.terminalId === null &&
    distanceMs(row, delivery) <= sameOrderMs &&
    agrees(store, row, delivery)
  );
}

function nearestOf(rows: readonly TransactionRow[], delivery: Notified): TransactionRow | undefined {
  return rows.toSorted((left, right) => distanceMs(left, delivery) - distanceMs(right, delivery))[0];
}

function distanceMs({ occurredAt }: TransactionRow, { receivedAt }: Notified): number {
  return Math.abs(occurredAt.getTime() - receivedAt.getTime());
}

/** Without an amount to compare, the reference alone identifies the payment, and nothing disagrees. */
function namesNoAmount({ amountMinor, currency }: Notified): boolean {
  return amountMinor === null && currency !== null;
}

/** Whether a row is about that amount, as booked or before conversion. */
export function agrees(
  { vault }: Pick<Stored, "vault">,
  row: TransactionRow,
  { amountMinor, currency }: Pick<Notified, "amountMinor" | "currency">,
): boolean {
  if (amountMinor === null || currency === null) return false;
  if (row.amountMinor !== null && Math.abs(row.amountMinor) === amountMinor && row.currency === currency) return true;
  const original = originalMoney({ vault }, row);
  return original?.currency === currency && original.amountMinor === amountMinor;
}

/** What the customer paid, where it was booked in another currency. */
export function originalMoney({ vault }: Pick<Stored, "vault">, row: TransactionRow): Money | undefined {
  const { record } = openTransaction(vault, row);
  if (typeof record !== "object" || record === null) return undefined;
  const { original_currency: currency, original_amount: amount } = record as Record<string, unknown>;
  if (typeof currency !== "string" || !isCurrency(currency)) return undefined;
  const text = typeof amount === "number" ? numberToDecimal(amount) : typeof amount === "string" ? amount : undefined;
  const minor = text === undefined ? undefined : parseDecimal(text, currency);
  return minor === undefined ? undefined : { amountMinor: Math.abs(minor), currency };
}
