import type { Clock } from "../../core/clock.ts";
import { type AttemptState, attemptState } from "../../notify/attempt-state.ts";
import { saveProblem } from "../../store/delivery-problems.ts";
import { changeJoins, findJoins, insertJoins, takeQueued } from "../../store/ledger-joins.ts";
import { type DeliverySummary, listMessagesOfOrders, listOrderEvents, orderKey } from "../../store/notifications.ts";
import type { Database, Transaction } from "../../store/open-store.ts";
import { processEach } from "../../store/process-each.ts";
import type { Vault } from "../../vault/vault.ts";
import type { Log } from "../log.ts";
import { notePayments } from "../overview/note-payments.ts";
import { announceJoins } from "./announce-joins.ts";
import { joinedMethods } from "./joined-methods.ts";
import { makeFindable } from "./make-findable.ts";

type Ports = { db: Database; vault: Vault; log: Log; clock: Pick<Clock, "monotonic"> };

/** Resolves when receiving leaves room for what may be done a moment later. */
export type UntilRoom = () => Promise<void>;

/** What one transaction holds at most. */
const rowsMax = 100;
/** Bodies are read for so long before what was read is saved. */
const readMs = 250;
const roundMs = 10_000;

/**
 * One round of what follows a delivery's commit: it can be found by its words and by its identifiers, its
 * new fields are noted, payment notifications begin to be looked for in the ledger, and a rollback, or an OK that came
 * later, changes what its order's attempts came to. Several processes may do it; after a flood it leaves the rest to the
 * next round, since receiving comes first. A delivery that fails is set aside and shown; those behind it are processed.
 */
export async function followDeliveries(ports: Ports, untilRoom: UntilRoom): Promise<void> {
  const endsAt = ports.clock.monotonic() + roundMs;
  for (let isMore = true, isFirst = true; isMore && (isFirst || ports.clock.monotonic() < endsAt); isFirst = false) {
    if (!isFirst) await untilRoom();
    const queued = await followQueued(ports);
    const { hasMore } = await makeFindable(ports, { rowsMax, readMs });
    isMore = hasMore || queued === rowsMax;
  }
}

async function followQueued({ db, ...ports }: Ports): Promise<number> {
  return db.transaction(async (tx) => {
    const queued = await takeQueued(tx, rowsMax);
    await processEach(tx, queued, {
      work: (inner, rows) => processQueued(inner, ports, rows),
      setAside: async ({ id: deliveryId }, cause) => {
        ports.log.error({ cause, deliveryId }, "The state of a notification's payment could not be updated; it was set aside");
        await saveProblem(tx, { deliveryId, step: "order", cause });
      },
    });
    return queued.length;
  });
}

async function processQueued(tx: Transaction, ports: Omit<Ports, "db">, queued: readonly DeliverySummary[]): Promise<void> {
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
  await foldAgain(tx, await listOrderEvents(tx, [...changed.values()]), stateOf);
}

type StateOf = (row: DeliverySummary) => AttemptState;

/** One event is looked for once, by the delivery that acts for it. Answers those deliveries. */
async function joinNew(tx: Transaction, queued: readonly DeliverySummary[], stateOf: StateOf): Promise<string[]> {
  const payments = queued.filter(({ id, eventId, method }) => id === eventId && joinedMethods.includes(method ?? ""));
  await insertJoins(
    tx,
    payments.map((row) => {
      const { id, environment, merchantId, receivedAt } = row;
      return { deliveryId: id, environment, merchantId, attempt: stateOf(row), nextAt: receivedAt };
    }),
  );
  return payments.map(({ id }) => id);
}

function isRollback({ method }: DeliverySummary): boolean {
  return method === "IPCPurchaseRollback";
}

/** What the attempts of orders have come to, now that more is known. The ledger is looked at again at once. */
async function foldAgain(tx: Transaction, ofOrders: readonly DeliverySummary[], stateOf: StateOf): Promise<void> {
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
    changed.map(({ row }) => ({ deliveryId: row.id, change: { attempt: stateOf(row), nextAt: row.receivedAt, tries: 0 } })),
  );
  await announceJoins(
    tx,
    changed.map(({ row, join }) => ({ ...join, attempt: stateOf(row) })),
  );
}

function toOrder({ endpointId, orderId }: DeliverySummary): { endpointId: string; orderId: string } {
  return { endpointId, orderId: orderId ?? "" };
}
