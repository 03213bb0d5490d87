import type { Clock } from "#lib/core/clock.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import { processEach } from "#lib/db/connection/process-each.ts";
import { saveProblem } from "#lib/db/deliveries/delivery-problems.ts";
import { claimQueued, postponeQueued, type QueuedDelivery, requeue } from "#lib/db/deliveries/delivery-queue.ts";
import {
  type DeliveryRow,
  type DeliverySummary,
  listMessagesOfOrders,
  listOrderEvents,
  orderKey,
} from "#lib/db/notifications/notifications.ts";
import { changeJoins, findJoins, insertJoins } from "#lib/db/notifications/reconciliations.ts";
import { type AttemptState, attemptState } from "#lib/notifications/receive/attempt-state.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Log } from "../log.ts";
import { notePayments } from "../overview/note-payments.ts";
import { makeFindable } from "./internal/make-findable.ts";
import { announceReconciliations } from "./reconciliation/announce-reconciliations.ts";
import { joinedMethods } from "./reconciliation/reconciled-methods.ts";

type Ports = { db: Database; vault: Vault; log: Log; clock: Pick<Clock, "monotonic"> };

/** What one transaction holds at most, and of how many merchants. */
const rowsMax = 200;
const merchantsMax = 50;

/**
 * Makes what follows a delivery's commit, a batch with each call: it can be found by its words and by its identifiers, its
 * new fields are noted, payment notifications begin to be looked for in the ledger, and a rollback, or an OK that came
 * later, changes what its order's attempts came to. Several callers and processes may do it side by side, each for other
 * merchants. A delivery that fails is set aside and shown; those behind it are processed. Answers whether there may be more.
 */
export function createDeliveryProcessor(ports: Ports): () => Promise<boolean> {
  let after: string | null = null;
  let foundAny = false;
  return async () => {
    const { count, last } = await processBatch(ports, after);
    const mayGoOn = count > 0 || foundAny || last !== null;
    // Once around without finding anything there is nothing that others do not work on.
    foundAny = last !== null && (foundAny || count > 0);
    after = last;
    return mayGoOn;
  };
}

/** All that is to be done now. */
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

/** More than these, and the reason lies in none of them. */
const postponedMax = 3;

/**
 * What could not be processed together for a reason that lies in no row: each in its own transaction, so that one whose order
 * never ends in time goes behind the others. Throws when not even that can be noted.
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

/** One event is looked for once, by the delivery that acts for it. Answers those deliveries. */
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

/** What the attempts of orders have come to, now that more is known. The ledger is looked at again at once. */
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
