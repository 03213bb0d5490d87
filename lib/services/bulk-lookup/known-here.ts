import type { LookupRow } from "#lib/contract/lookup.ts";
import { normaliseIdentifier, withoutLeadingZeros } from "#lib/core/identifiers.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import { toVerification } from "#lib/core/verification.ts";
import { fetchRows } from "#lib/db/connection/fetch-rows.ts";
import { findUnverifiedExactly, type UnverifiedHit } from "#lib/db/deliveries/unverified-numbers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { listNotificationSummaries } from "#lib/db/notifications/notification-summaries.ts";
import { findDeliverySummaries } from "#lib/db/notifications/notifications.ts";
import { findPaymentsById } from "#lib/db/payments/payments.ts";
import { findIdentifiersExactly, type IdentifierHit } from "#lib/db/search/identifier-search.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { ServiceContext } from "../context.ts";
import { matchLedgers } from "../notifications/reconciliation/ledger-match.ts";
import { findMerchantsOf, mainOf, transactionHref, uniqueBy } from "../search/to-hits.ts";
import { referenceKey } from "./unique-references.ts";

/** Identifiers allowed in a bulk lookup. Ambiguous numbers (amounts, card digits, terminals) are no references. */
const fields = [
  ...["reference", "referenceNumber", "trnref", "orderId", "ownReference", "paymentId", "gatewayPaymentId", "rrn", "ruid"],
];
/** Limit of matches compared for one number. A payment has some: its bookings, its notification. */
const hitsMax = 20;
const mentionsMax = 3;

/** What a number identifies: `row` is its transaction, null where only a notification or payment is known. */
export type KnownReference = { merchant: MerchantRow; matched: string; href: string; row: TransactionRow | null };
export type Mention = NonNullable<LookupRow["mentions"]>[number];
/** `known`: all payments that have a number, the most likely first; `cut`: numbers that may have more. */
export type KnownHere = {
  known: ReadonlyMap<string, readonly KnownReference[]>;
  cut: ReadonlySet<string>;
  mentions: ReadonlyMap<string, Mention[]>;
};

/**
 * Stored matches by number: references, order numbers and IPC_Trnrefs in any spelling that search accepts, and separately the
 * unverified notifications that name one.
 */
export async function findKnownHere(
  ctx: ServiceContext,
  scope: MerchantScope,
  references: readonly string[],
): Promise<KnownHere> {
  const spellings = new Map(references.map((reference) => [reference, spellingsOf(reference)]));
  const values = [...new Set([...spellings.values()].flat())];
  const [hits, named] = await Promise.all([
    findIdentifiersExactly(ctx.db, { scope, fields, values, limit: hitsMax }),
    findUnverifiedExactly(ctx.db, { scope, values, limit: mentionsMax }),
  ]);
  const [resolve, toMention] = await Promise.all([createResolver(ctx, scope, hits), createMentions(ctx, named)]);
  const hitsOf = Map.groupBy(hits, ({ value }) => value);
  const namedOf = Map.groupBy(named, ({ value }) => withoutLeadingZeros(value));
  const known = new Map<string, KnownReference[]>();
  const cut = new Set<string>();
  const mentions = new Map<string, Mention[]>();
  for (const [reference, own] of spellings) {
    const ranked = own.flatMap((value) => hitsOf.get(value) ?? []).toSorted((left, right) => rank(left) - rank(right));
    const payments = listPayments(
      reference,
      ranked.flatMap((hit) => resolve(hit) ?? []),
    );
    if (payments.length > 0) known.set(reference, payments);
    if (own.some((value) => (hitsOf.get(value) ?? []).length >= hitsMax)) cut.add(reference);
    const ids = new Set(
      own.flatMap((value) => namedOf.get(withoutLeadingZeros(value)) ?? []).map(({ deliveryId }) => deliveryId),
    );
    const others = [...ids].flatMap(toMention).slice(0, mentionsMax);
    if (others.length > 0) mentions.set(reference, others);
  }
  return { known, cut, mentions };
}

/**
 * One for each payment: a merchant's sales where it has any, else its transactions, else its first match. A payment reference
 * that is spelled exactly so hides those that are only similar.
 */
function listPayments(reference: string, found: readonly KnownReference[]): KnownReference[] {
  const isExact = ({ row }: KnownReference) => referenceKey(row?.reference ?? "") === referenceKey(reference);
  const byReference = found.filter(({ matched }) => matched === "reference");
  const likely = byReference.some(isExact) ? found.filter((item) => item.matched !== "reference" || isExact(item)) : found;
  return [...Map.groupBy(likely, ({ merchant }) => merchant.id).values()].flatMap((own) => {
    const pages = uniqueBy(own, ({ href }) => href);
    const booked = pages.filter(({ row }) => row !== null);
    const sales = booked.filter(({ row }) => row !== null && isSale(row));
    return sales.length > 0 ? sales : booked.length > 0 ? booked : pages.slice(0, 1);
  });
}

function spellingsOf(reference: string): string[] {
  const value = normaliseIdentifier(reference);
  return value === "" ? [] : [...new Set([value, withoutLeadingZeros(value)])];
}

const kinds = ["transaction", "notification", "payment"];

function rank({ kind, field }: IdentifierHit): number {
  return kinds.indexOf(kind) * fields.length + fields.indexOf(field);
}

/** What each hit identifies; undefined when its target is no longer stored. */
async function createResolver(ctx: ServiceContext, { environment }: MerchantScope, hits: readonly IdentifierHit[]) {
  const ofKind = (kind: IdentifierHit["kind"]) => hits.filter((hit) => hit.kind === kind);
  const [rows, notified, payments, merchantOf] = await Promise.all([
    fetchRows(
      ctx.db,
      environment,
      ofKind("transaction").map(({ merchantId, occurredAt, targetId: id }) => ({ merchantId, occurredAt, id })),
    ),
    findNotified(ctx, environment, ofKind("notification")),
    findPaymentsById(
      ctx.db,
      ofKind("payment").map(({ targetId }) => targetId),
    ),
    findMerchantsOf(ctx.db, hits),
  ]);
  const key = (merchantId: string, id: string) => `${merchantId} ${id}`;
  const rowOf = new Map(rows.map((row) => [key(row.merchantId, row.id), mainOf(row, rows)]));
  const paymentIds = new Set(payments.map(({ id }) => id));
  return ({ kind, merchantId, targetId, field: matched }: IdentifierHit): KnownReference | undefined => {
    const merchant = merchantOf.get(merchantId);
    if (!merchant) return undefined;
    const base = `/${merchant.environment}/${merchant.slug}`;
    if (kind === "payment") {
      return paymentIds.has(targetId) ? { merchant, matched, href: `${base}/payments/${targetId}`, row: null } : undefined;
    }
    if (kind === "notification" && !notified.has(targetId)) return undefined;
    const row = (kind === "notification" ? notified.get(targetId) : rowOf.get(key(merchantId, targetId))) ?? null;
    if (row) return { merchant, matched, href: transactionHref(merchant, row), row };
    return kind === "notification" ? { merchant, matched, href: `${base}/notifications/${targetId}`, row } : undefined;
  };
}

/** Verified notifications with their transactions, as far as these are stored. */
async function findNotified(ctx: ServiceContext, environment: string, hits: readonly IdentifierHit[]) {
  const deliveries = await findDeliverySummaries(ctx.db, [...new Set(hits.map(({ targetId }) => targetId))]);
  const verified = deliveries.filter((delivery) => toVerification(delivery) === "verified");
  const matches = await matchLedgers(ctx, environment, verified);
  return new Map(verified.map(({ id }): [string, TransactionRow | null] => [id, matches.get(id)?.row ?? null]));
}

/** A delivery that was verified since is no mention. */
async function createMentions({ db }: ServiceContext, named: readonly UnverifiedHit[]) {
  const merchantOf = await findMerchantsOf(db, named);
  const ids = [...new Set(named.map(({ deliveryId }) => deliveryId))];
  const rows = await listNotificationSummaries(db, { merchantIds: [...merchantOf.keys()], ids });
  const found = new Map(
    rows.flatMap((row): [string, Mention][] => {
      const merchant = merchantOf.get(row.merchantId);
      const verification = toVerification(row);
      if (!merchant || verification === "verified") return [];
      const href = `/${merchant.environment}/${merchant.slug}/notifications/${row.id}`;
      return [[row.id, { merchant: merchant.slug, href, verification }]];
    }),
  );
  return (id: string): Mention[] => {
    const mention = found.get(id);
    return mention ? [mention] : [];
  };
}
