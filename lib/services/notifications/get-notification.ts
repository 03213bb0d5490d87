import { type NotificationDetail, notificationDetailSchema } from "#lib/contract/notification.ts";
import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { detailsOf, type Message } from "#lib/core/text.ts";
import { type AuditRow, listAuditRows } from "#lib/db/audit/audit-list.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { listProblems } from "#lib/db/deliveries/delivery-problems.ts";
import { type DeliveryRow, type DeliverySummary, isOtherReading, isSameEvent } from "#lib/db/notifications/notifications.ts";
import { listOrderDeliveries } from "#lib/db/notifications/order-deliveries.ts";
import { findJoins, type ReconciliationRow } from "#lib/db/notifications/reconciliations.ts";
import { findTransactionsById, type TransactionRow } from "#lib/db/transactions/transactions.ts";
import { isActingMethod } from "#lib/notifications/verification/accepted-names.ts";
import { parseForm } from "#lib/notifications/verification/form.ts";
import { toReadablePairs } from "#lib/notifications/verification/readable-pairs.ts";
import { serviceText } from "#lib/services/texts.ts";
import { hasRole, requireRole, type ServiceContext } from "../context.ts";
import { findHistory } from "../record-timeline/find-history.ts";
import { describeDeliveries } from "./internal/describe-deliveries.ts";
import { describeFields } from "./internal/describe-fields.ts";
import { findEndpointNow } from "./internal/endpoint-rules.ts";
import { maskFor } from "./internal/mask-for.ts";
import { maskBody } from "./internal/masked-body.ts";
import { findRecordedPayment } from "./internal/recorded-payment.ts";
import { type DeliveryQuestion, requireDelivery } from "./internal/require-delivery.ts";
import { showWorking } from "./internal/show-working.ts";
import { toTimeline } from "./internal/timeline.ts";
import { findLedgerMatch } from "./reconciliation/ledger-match.ts";
import { findSalesNow } from "./reconciliation/ledger-reversals.ts";

/**
 * One received notification with the steps of its verification, recomputed from the encrypted body with today's keys;
 * `verdict` stays the result at receipt or at the last re-verification. Personal values are masked.
 */
export async function getNotification(ctx: ServiceContext, question: DeliveryQuestion): Promise<NotificationDetail> {
  requireRole(ctx, notificationOperations.getNotification);
  const { merchant, row } = await requireDelivery(ctx, question);
  const body = openBody(ctx.vault, row);
  const pairs = parseForm(body) ?? [];
  const ofOrder =
    row.orderId === null ? [] : await listOrderDeliveries(ctx.db, { endpointId: row.endpointId, orderId: row.orderId });
  const [[summary], sales, endpoint, ledger, problems, acts, history] = await Promise.all([
    describeDeliveries(ctx.db, [row], new Map([[merchant.id, merchant.slug]])),
    findSalesNow(ctx, question.environment, [row]),
    findEndpointNow(ctx, row.endpointId),
    findLedgerSide(ctx, { row, ofOrder }),
    listProblems(ctx.db, row.id),
    listActs(ctx, row),
    findHistory(ctx, { merchantId: merchant.id, notification: [row.id] }),
  ]);
  const others = ofOrder.toReversed().filter(({ id }) => id !== row.id);
  const mask = maskFor(ctx);
  const working = showWorking(row, pairs, { endpoint, mask, nowMs: ctx.clock.now() });
  return notificationDetailSchema.parse({
    ...summary,
    givenBack: summary?.givenBack ?? sales.get(row.id)?.reversal ?? null,
    returned: sales.get(row.id)?.returned,
    endpointId: row.endpointId,
    fields: await describeFields(ctx, row, toReadablePairs(pairs, row.verdict)),
    working,
    headers: row.headers,
    peer: row.peer,
    maskedBody: maskBody(body, { verdict: row.verdict, mask }).toString("base64"),
    facts: {
      received: { at: row.receivedAt.toISOString(), lastAt: row.lastSeenAt.toISOString(), seen: row.seen },
      signature: { verdict: row.verdict, key: working.verifiedBy?.label ?? null },
      gateway: summary?.gateway ? toGatewayFact(summary.gateway, ledger.join) : null,
    },
    transaction: toTransactionLink(ledger),
    recorded: await findRecordedPayment(ctx, { row, givenBack: summary?.givenBack ?? null }),
    timeline: toTimeline({ row: hideSender(ctx, row), others, problems, acts, history, ...ledger }),
    deliveries: others.map((other) => toRelated(row, other)),
  });
}

/** The timeline's sentence names the sender, which a shared screen does not show. */
function hideSender({ staff }: ServiceContext, row: DeliveryRow): DeliveryRow {
  return staff.isPresenting ? { ...row, peer: null } : row;
}

type LedgerSide = {
  join: ReconciliationRow | undefined;
  transaction: TransactionRow | undefined;
  matchedBy: keyof typeof keys | undefined;
  agrees: boolean;
};

const noLedgerSide: LedgerSide = { join: undefined, transaction: undefined, matchedBy: undefined, agrees: false };

type OfOrder = { row: DeliveryRow; ofOrder: readonly DeliverySummary[] };

/** As found after the commit or, where it is not processed yet, as the stored ledger shows it now. */
async function findLedgerSide(ctx: ServiceContext, { row, ofOrder }: OfOrder): Promise<LedgerSide> {
  const { db } = ctx;
  if (isOtherReading(row)) return noLedgerSide;
  if (row.method === "IPCPurchaseRollback") return findRolledBack(db, { row, ofOrder });
  const join = (await findJoins(db, [row.eventId])).get(row.eventId);
  if (join?.transactionId) return { join, ...(await findJoined(db, join)) };
  const match = isActingMethod(row.method) ? await findLedgerMatch(ctx, row) : undefined;
  return { join, transaction: match?.row, matchedBy: match?.matchedBy, agrees: match?.agrees ?? false };
}

/** A rollback only names an order: the transaction is that of the payment it returned. */
async function findRolledBack(db: Queryable, { row, ofOrder }: OfOrder): Promise<LedgerSide> {
  if (row.verdict !== "valid") return noLedgerSide;
  const joins = await findJoins(
    db,
    ofOrder.map(({ id }) => id),
  );
  const join = [...joins.values()].find(({ transactionId, attempt }) => transactionId !== null && attempt !== "paid");
  return join ? { ...noLedgerSide, ...(await findJoined(db, join)), matchedBy: "rollback" } : noLedgerSide;
}

async function findJoined(db: Queryable, { merchantId, transactionId, matchedBy, agrees }: ReconciliationRow) {
  const [transaction] = await findTransactionsById(db, { merchantId, ids: transactionId === null ? [] : [transactionId] });
  return { transaction, matchedBy: matchedBy === "trnref" ? ("trnref" as const) : ("order" as const), agrees: agrees ?? false };
}

const keys = {
  trnref: serviceText("matched_by_trnref"),
  order: serviceText("matched_by_order"),
  rollback: serviceText("matched_by_rollback"),
} as const;

function toTransactionLink({ join, transaction, matchedBy, agrees }: LedgerSide): NotificationDetail["transaction"] {
  if (!transaction || !matchedBy) {
    if (!join?.reference) return null;
    const key = keys[join.matchedBy === "order" ? "order" : "trnref"];
    return { id: null, reference: join.reference, ...toMatch(key), agrees: join.agrees };
  }
  return { id: transaction.id, reference: transaction.reference, ...toMatch(keys[matchedBy]), agrees };
}

function toMatch(text: Message) {
  return { matchedBy: text.message, matchedByDetails: detailsOf(text) };
}

function toGatewayFact(
  state: NonNullable<NotificationDetail["gateway"]>,
  join: ReconciliationRow | undefined,
): NotificationDetail["facts"]["gateway"] {
  return {
    state,
    at: join?.gatewayAt?.toISOString() ?? null,
    problem: join?.gatewayProblem ?? null,
    nextAt: join?.nextAt?.toISOString() ?? null,
  };
}

function toRelated(row: DeliveryRow, other: DeliverySummary): NotificationDetail["deliveries"][number] {
  const { id, receivedAt, method, verdict, seen } = other;
  return { id, receivedAt: receivedAt.toISOString(), method, verdict, seen, isSameEvent: isSameEvent(row, other) };
}

/** Actions of staff are only shown to those who may perform them. */
async function listActs(ctx: ServiceContext, row: DeliveryRow): Promise<AuditRow[]> {
  if (!hasRole(ctx.staff, "support")) return [];
  return listAuditRows(ctx, {
    environment: row.environment,
    act: "notification.",
    target: row.id,
    from: row.receivedAt,
    limit: 50,
  });
}
