import { type GatewayState, gatewayStateSchema, type Notification } from "#lib/contract/notification.ts";
import { detailsOf } from "#lib/core/text.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { findUndelivered } from "#lib/db/forwarding/undelivered.ts";
import { type DeliverySummary, isOtherReading } from "#lib/db/notifications/notifications.ts";
import { listMessagesOfOrders, type OrderMessageRow, orderKey } from "#lib/db/notifications/order-deliveries.ts";
import { findJoins, type ReconciliationRow } from "#lib/db/notifications/reconciliations.ts";
import { type AttemptState, attemptState, type OrderMessage } from "#lib/notifications/receive/attempt-state.ts";
import { isActingMethod } from "#lib/notifications/verification/accepted-names.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";

/** Stored deliveries for the log, with the state of their payments according to all messages of their orders. */
export async function describeDeliveries(
  db: Queryable,
  rows: readonly DeliverySummary[],
  slugs: ReadonlyMap<string, string>,
): Promise<Notification[]> {
  const acting = rows.filter(saysOfPayment);
  const unproven = rows.filter(isUnprovenPayment);
  const [messages, joins, undelivered] = await Promise.all([
    listMessagesOfOrders(db, [...acting, ...unproven].map(toOrder)),
    findJoins(
      db,
      acting.map(({ eventId }) => eventId),
    ),
    findUndelivered(
      db,
      acting.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    receivedAt: row.receivedAt.toISOString(),
    merchant: slugs.get(row.merchantId) ?? "",
    method: row.method,
    orderId: row.orderId === null ? null : maskCardNumbers(row.orderId),
    trnref: row.trnref,
    amountMinor: row.amountMinor,
    currency: row.currency,
    verdict: row.verdict,
    reasons: row.reasons,
    rejection: row.rejection?.message ?? null,
    rejectionDetails: row.rejection ? detailsOf(row.rejection) : undefined,
    answered: { status: row.answerStatus, body: row.answerBody, ms: Math.round(row.answerMs * 100) / 100 },
    seen: row.seen,
    state: saysOfPayment(row) ? stateOf(row, messages.get(orderKey(toOrder(row))) ?? []) : null,
    conflict: row.conflict,
    undelivered: undelivered.has(row.id) || undefined,
    gateway: toGatewayState(row, joins.get(row.eventId)),
    givenBack: isUnprovenPayment(row) ? givenBackOf(row, messages.get(orderKey(toOrder(row))) ?? []) : null,
  }));
}

function isUnprovenPayment({ verdict, method, orderId }: DeliverySummary): boolean {
  return verdict !== "valid" && isActingMethod(method) && method !== "IPCPurchaseRollback" && orderId !== null;
}

/** A Rollback that came before may be of another attempt, and one before a paid attempt says nothing of how the order stands. */
function givenBackOf({ receivedAt }: DeliverySummary, messages: readonly OrderMessageRow[]): Notification["givenBack"] {
  const back = messages.find((message) => message.method === "IPCPurchaseRollback" && message.receivedAt >= receivedAt);
  if (!back) return null;
  const isPaidLater = messages.some(
    (message) =>
      message.method !== "IPCPurchaseRollback" && isActingMethod(message.method) && message.receivedAt > back.receivedAt,
  );
  return isPaidLater ? null : { at: back.receivedAt.toISOString(), amountMinor: back.amountMinor, currency: back.currency };
}

function saysOfPayment(row: DeliverySummary): boolean {
  return row.verdict === "valid" && !isOtherReading(row) && isActingMethod(row.method) && row.orderId !== null;
}

function toOrder({ endpointId, orderId }: DeliverySummary): { endpointId: string; orderId: string } {
  return { endpointId, orderId: orderId ?? "" };
}

/** A rollback has no reference: it shows the state of the order's last attempt. */
function stateOf(row: DeliverySummary, messages: readonly OrderMessage[]): AttemptState {
  const trnref = row.trnref ?? messages.findLast(({ method }) => method !== "IPCPurchaseRollback")?.trnref ?? null;
  return attemptState(messages, trnref);
}

/** A payment not searched for yet is pending; other notifications have no transaction at the gateway. */
function toGatewayState(row: DeliverySummary, join: ReconciliationRow | undefined): GatewayState | null {
  if (!saysOfPayment(row) || row.method === "IPCPurchaseRollback") return null;
  if (join?.agrees === false) return "mismatch";
  return gatewayStateSchema.catch("waiting").parse(join?.gateway);
}
