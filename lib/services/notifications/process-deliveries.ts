import type { Clock } from "#lib/core/clock.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import { processEach } from "#lib/db/connection/process-each.ts";
import { saveProblem } from "#lib/db/deliveries/delivery-problems.ts";
import { claimQueued, postponeQueued, type QueuedDelivery, requeue } from "#lib/db/deliveries/delivery-queue.ts";
import type { DeliveryRow, DeliverySummary } from "#lib/db/notifications/notifications.ts";
import { listMessagesOfOrders, listOrderEvents, orderKey } from "#lib/db/notifications/order-deliveries.ts";
import { changeJoins, findJoins, insertJoins } from "#lib/db/notifications/reconciliations.ts";
import { type AttemptState, attemptState } from "#lib/notifications/receive/attempt-state.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Log } from "../log.ts";
import { notePayments } from "../overview/note-payments.ts";
import { makeFindable } from "./internal/make-findable.ts";
import { announceReconciliations } from "./reconciliation/announce-reconciliations.ts";
import { joinedMethods } from "./reconciliation/reconciled-methods.ts";

type Ports = { db: Database; vault: Vault; log: Log; clock: Pick<Clock, "monotonic"> };

/** Limits of one transaction: deliveries and merchants. */
const rowsMax = 200;
const merchantsMax = 50;

/**
 * Processes a batch of committed deliveries: indexes their words and identifiers, records new fields, queues payment
 * notifications for reconciliation, and applies rollbacks and late OKs to their orders' attempts. Callers and processes may
 * run it concurrently, each for other merchants. A delivery that fails is set aside and shown; later ones are processed.
 * Returns whether there may be more.
 */
export function createDeliveryProcessor(ports: Ports): () => Promise<boolean> {
  let after: string | null = null;
  let foundAny = false;
  return async () => {
    const { count, last } = await processBatch(ports, after);
    const mayGoOn = count > 0 || foundAny || last !== null;
    // A full round without a result: other workers process what is left.
    foundAny = last !== null && (foundAny || count > 0);
    after = last;
    return mayGoOn;
  };
}

/** Processes everything that is due now. */
export async function processDeliveries(ports: Ports): Promise<void> {
  const follow = createDeliveryProcessor(ports);
  while (await follow());
}

async function processBatch(ports: Ports, after: string | null): Promise<{ count: number; last: string | null }> {
  const taken: Awaited<ReturnType<typeof claimQueued>> = { queued: [], last: after };
  try {
    await ports.db.transaction(async (tx) => {
      Object.assign(taken, await claimQueued(tx, { after, merchantsMax, rowsMax }));
      await processTaken(tx, ports, taken.queued);
    });
  } catch (cause) {
    if (taken.queued.length === 0) throw cause;
    await processAlone(ports, taken.queued);
  }
  return { count: taken.queued.length, last: taken.last };
}

/** With more failures than this, the cause is not in the deliveries. */
const postponedMax = 3;

/**
 * Retries deliveries whose batch failed for a reason outside them: each in its own transaction, so that one whose order always
 * times out is queued behind the others. Throws when not even that can be recorded.
 */
async function processAlone(ports: Ports, queued: readonly QueuedDelivery[]): Promise<void> {
  let postponed = 0;
  for (const delivery of queued) {
    if (postponed === postponedMax) return;
    try {
      await ports.db.transaction(async (tx) => {
        if (await requeue(tx, delivery.row)) await processTaken(tx, ports, [delivery]);
      });
    } catch (cause) {
      ports.log.error({ cause, deliveryId: delivery.row.id }, "A notification could not be processed now; it is tried again");
      await postponeQueued(ports.db, delivery.row);
      postponed += 1;
    }
  }
}

async function processTaken(tx: Transaction, ports: Omit<Ports, "db">, queued: readonly QueuedDelivery[]): Promise<void> {
  const acting = queued.flatMap(({ row, acts }) => (acts ? [row] : []));
  await processEach(tx, acting, {
    work: (inner, rows) => processActing(inner, ports, rows),
    setAside: async ({ id: deliveryId }, cause) => {
      ports.log.error({ cause, deliveryId }, "The state of a notification's payment could not be updated; it was set aside");
      await saveProblem(tx, { deliveryId, step: "order", cause });
    },
  });
  const rows = queued.map(({ row }) => row);
  await makeFindable(tx, ports, rows);
}

async function processActing(tx: Transaction, ports: Omit<Ports, "db">, queued: readonly DeliveryRow[]): Promise<void> {
  const orders = new Map(queued.map((row) => [orderKey(toOrder(row)), toOrder(row)]));
  const messages = await listMessagesOfOrders(tx, [...orders.values()]);
  const stateOf = (row: DeliverySummary) => attemptState(messages.get(orderKey(toOrder(row))) ?? [], row.trnref);
  const known = await findJoins(
    tx,
    queued.map(({ id }) => id),
  );
  await notePayments(tx, ports, await joinNew(tx, queued, stateOf));
  const changing = queued.filter((row) => isRollback(row) || known.has(row.id));
  const changed = new Map(changing.map((row) => [orderKey(toOrder(row)), toOrder(row)]));
  await updateOrders(tx, await listOrderEvents(tx, [...changed.values()]), stateOf);
}

type StateOf = (row: DeliverySummary) => AttemptState;

/** Queues each event for reconciliation once, by the delivery that takes effect. Returns those deliveries. */
async function joinNew(tx: Transaction, queued: readonly DeliveryRow[], stateOf: StateOf): Promise<DeliveryRow[]> {
  const payments = queued.filter(({ id, eventId, method }) => id === eventId && joinedMethods.includes(method ?? ""));
  await insertJoins(
    tx,
    payments.map((row) => {
      const { id, environment, merchantId, receivedAt } = row;
      return { deliveryId: id, environment, merchantId, attempt: stateOf(row), nextAt: receivedAt };
    }),
  );
  return payments;
}

function isRollback({ method }: DeliverySummary): boolean {
  return method === "IPCPurchaseRollback";
}

/** Updates the attempts of orders with the new information. Their ledger match is checked again at once. */
async function updateOrders(tx: Transaction, ofOrders: readonly DeliverySummary[], stateOf: StateOf): Promise<void> {
  const joins = await findJoins(
    tx,
    ofOrders.map(({ id }) => id),
  );
  const changed = ofOrders.flatMap((row) => {
    const join = joins.get(row.id);
    return join && join.attempt !== stateOf(row) ? [{ row, join }] : [];
  });
  await changeJoins(
    tx,
    changed.map(({ row }) => ({
      deliveryId: row.id,
      change: { attempt: stateOf(row), nextAt: row.receivedAt, tries: 0, asks: false },
    })),
  );
  await announceReconciliations(
    tx,
    changed.map(({ row, join }) => ({ ...join, attempt: stateOf(row) })),
  );
}

function toOrder({ endpointId, orderId }: DeliverySummary): { endpointId: string; orderId: string } {
  return { endpointId, orderId: orderId ?? "" };
}
