import { and, asc, desc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { paymentFilters } from "#lib/contract/filters.ts";
import type { OpenRefund, OpenReversal } from "#lib/core/returned-state.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { payment, paymentEvent, paymentOperation } from "../schema/payment.ts";
import { personName } from "../schema/person-name.ts";
import { staff } from "../schema/staff.ts";
import { recordTag } from "../schema/tag.ts";
import { withinAmounts } from "../search/amount-conditions.ts";
import { type FilterConditions, filterConditions, type QueryFilters, withinRange } from "../search/filter-conditions.ts";
import { beginningWith, isKnownBy } from "../search/identifiers.ts";
import { hasTag } from "../tags/record-tags.ts";
import { hasUnknownReversal, openRefund, openReversal } from "./open-refund.ts";

/** Texts of staff and of the gateway are sealed (`sealed-payment.ts`). */
export type PaymentRow = typeof payment.$inferSelect;
export type PaymentEventRow = typeof paymentEvent.$inferSelect;
export type NewPayment = typeof payment.$inferInsert;

/** A payment with the computed columns that pages show. */
export type PaymentView = PaymentRow & {
  createdBySealed: typeof personName.$inferSelect | null;
  /** Refunds processed, in flight or unknown: all except those that certainly failed. */
  refundedMinor: number;
  /** Refunds that the gateway confirmed. */
  confirmedRefundsMinor: number;
  openRefund: OpenRefund | null;
  openReversal: OpenReversal | null;
  /** A cancellation or reversal is in progress. */
  hasOpenOperation: boolean;
  /** Staff confirmed a reversal as not processed; the gateway may still show it. */
  hasDismissedReversal: boolean;
};

const refundedMinor = sql<number>`coalesce((
  select sum(r.amount_minor) from ${payment} r
  where r.original_id = ${payment.id} and r.status not in ('failed', 'rejected', 'canceled')), 0)::bigint`;
const confirmedRefundsMinor = sql<number>`coalesce((
  select sum(r.amount_minor) from ${payment} r where r.original_id = ${payment.id} and r.status = 'success'), 0)::bigint`;
/** Of an operation `a` of the payment: its outcome is open, or it is a reversal that the gateway accepted but does not show yet. */
export const isOpenOperation = sql`(a.state in ('sending', 'unknown')
  or (a.state = 'done' and a.act like 'reversal:%' and ${payment.status} = 'success'))`;

/** A cancellation or reversal is open. */
export const hasOpenOperation = sql<boolean>`exists (
  select 1 from ${paymentOperation} a where a.payment_id = ${payment.id} and ${isOpenOperation})`;

export const hasDismissedReversal = sql<boolean>`(${payment.status} = 'success' and exists (
  select 1 from ${paymentOperation} a where a.payment_id = ${payment.id} and a.act like 'reversal:%'
    and a.state = 'failed' and a.problem->>'code' = 'payment_not_taken'))`;

const paymentViewColumns = {
  ...{ payment, createdBySealed: personName, refundedMinor, confirmedRefundsMinor, openRefund, openReversal },
  ...{ hasOpenOperation, hasDismissedReversal },
};

type SelectedView = Omit<PaymentView, keyof PaymentRow> & { payment: PaymentRow };

export function toPaymentView({ payment: row, ...beside }: SelectedView): PaymentView {
  return { ...row, ...beside };
}

export async function findPaymentView(
  db: Queryable,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<PaymentView | undefined> {
  const [row] = await selectViews(db, and(eq(payment.id, id), eq(payment.merchantId, merchantId))).limit(1);
  return row && toPaymentView(row);
}

export async function listRefundViews(db: Queryable, originalId: string): Promise<PaymentView[]> {
  const rows = await selectViews(db, eq(payment.originalId, originalId)).orderBy(asc(payment.createdAt));
  return rows.map(toPaymentView);
}

type PaymentFilters = Omit<QueryFilters<typeof paymentFilters>, "group" | "alert">;

export type PaymentQuery = PaymentFilters & {
  scope: MerchantScope;
  /** Normalised; equals or is a prefix of one of its identifiers. */
  identifier?: string | undefined;
  after?: { occurredAt: Date; id: string };
  limit: number;
};

const paymentConditions: FilterConditions<PaymentFilters & Pick<PaymentQuery, "identifier">> = {
  ...withinRange(payment.createdAt),
  status: (status) => (status === "unknown" ? or(eq(payment.status, status), hasUnknownReversal) : eq(payment.status, status)),
  kind: payment.kind,
  currency: payment.currency,
  ...withinAmounts({ amount: payment.amountMinor, currency: payment.currency }),
  terminal: payment.terminalId,
  identifier: (identifier) => isKnownBy(payment.identifiers, beginningWith(identifier)),
  tag: (mark) => sql`exists (select from ${recordTag} where ${recordTag.merchantId} = ${payment.merchantId}
    and ${recordTag.subjectKey} = ${payment.id}::text and ${recordTag.subject} = 'payment' and ${recordTag.mark} = ${mark})`,
};

/** Newest first, after the key. */
export async function listPaymentViews(db: Queryable, query: PaymentQuery): Promise<PaymentView[]> {
  if (isEmptyScope(query.scope)) return [];
  const { after, tag, ...conditions } = query;
  const behind =
    after && sql`(${payment.createdAt}, ${payment.id}) < (${after.occurredAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  const where = and(
    inScope(query.scope, payment),
    ...filterConditions({ ...conditions, tag: undefined }, paymentConditions),
    behind,
  );
  if (tag !== undefined) return listTagged(db, { ...query, tag }, where);
  const rows = await selectViews(db, where).orderBy(desc(payment.createdAt), desc(payment.id)).limit(query.limit);
  return rows.map(toPaymentView);
}

/** How many a list with these conditions has. */
export async function countPayments(db: Queryable, query: Omit<PaymentQuery, "limit" | "after">): Promise<number> {
  if (isEmptyScope(query.scope)) return 0;
  return db.$count(payment, and(inScope(query.scope, payment), ...filterConditions(query, paymentConditions)));
}

/** Walks along the uses of the tag, so that its cost depends on them and not on the number of payments. */
async function listTagged(
  db: Queryable,
  { scope, tag: mark, from, before, after, limit }: PaymentQuery & { tag: string },
  where: SQL | undefined,
): Promise<PaymentView[]> {
  const within = filterConditions({ from, before }, withinRange(recordTag.at));
  const isUse = and(
    hasTag({ environment: scope.environment, mark, subject: "payment" }),
    inScope(scope, recordTag),
    ...within,
    after && lte(recordTag.at, after.occurredAt),
  );
  const rows = await selectViews(db, where)
    .innerJoin(recordTag, and(isUse, eq(payment.id, recordTag.recordId), eq(payment.createdAt, recordTag.at)))
    .orderBy(sql`${recordTag.at} desc nulls last`, desc(payment.id))
    .limit(limit);
  return rows.map(toPaymentView);
}

export async function setPaymentIdentifiers(
  db: Queryable,
  { id, identifiers }: Pick<PaymentRow, "id" | "identifiers">,
): Promise<void> {
  await db.update(payment).set({ identifiers }).where(eq(payment.id, id));
}

/** Whether this reference was ever used at the terminal. */
export async function hasTerminalReference(
  db: Queryable,
  { environment, terminalId, referenceNumber }: Pick<PaymentRow, "environment" | "terminalId" | "referenceNumber">,
): Promise<boolean> {
  const [row] = await db
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(eq(payment.environment, environment), eq(payment.terminalId, terminalId), eq(payment.referenceNumber, referenceNumber)),
    );
  return row !== undefined;
}

export function listPaymentEvents(db: Queryable, paymentId: string): Promise<PaymentEventRow[]> {
  return db.select().from(paymentEvent).where(eq(paymentEvent.paymentId, paymentId)).orderBy(asc(paymentEvent.id));
}

/** Payments of a merchant by references that were sent to the gateway. */
export async function findPayments(
  db: Queryable,
  { merchantId, referenceNumbers }: { merchantId: string; referenceNumbers: readonly string[] },
): Promise<PaymentRow[]> {
  if (referenceNumbers.length === 0) return [];
  const rows = await db
    .select()
    .from(payment)
    .where(and(eq(payment.merchantId, merchantId), inArray(payment.referenceNumber, [...referenceNumbers])))
    .orderBy(desc(payment.createdAt));
  return rows;
}

/** Payments by their ids, in no order. */
export async function findPaymentsById(db: Queryable, ids: readonly string[]): Promise<PaymentRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(payment)
    .where(sql`${payment.id} = any(${sql.param([...ids])}::uuid[])`);
}

/** The base of every list of payments: the columns of a view, for the rows that fit. */
export function selectViews(db: Queryable, where: SQL | undefined) {
  return db
    .select(paymentViewColumns)
    .from(payment)
    .leftJoin(staff, eq(staff.id, payment.createdBy))
    .leftJoin(personName, eq(personName.id, staff.email))
    .where(where);
}
