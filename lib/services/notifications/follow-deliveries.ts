import { mapInTurns } from "../../core/map-in-turns.ts";
import { redactLogText } from "../../core/redact.ts";
import { toSearchWords } from "../../core/search-words.ts";
import { type AttemptState, attemptState } from "../../notify/attempt-state.ts";
import { parseForm } from "../../notify/form.ts";
import { isPersonalField, maskValue } from "../../notify/mask.ts";
import { type NotificationField, toEvent, toFields } from "../../notify/to-event.ts";
import { toIdentifiers } from "../../store/delivery-derived.ts";
import {
  type DeliveryWords,
  listWithoutWords,
  moveWordProgress,
  saveWords,
  takeWordProgress,
} from "../../store/delivery-words.ts";
import { type FieldSighting, saveFieldSightings } from "../../store/field-sightings.ts";
import { saveIdentifiers } from "../../store/identifiers.ts";
import { changeJoins, findJoins, insertJoins, takeQueued } from "../../store/ledger-joins.ts";
import {
  type DeliveryRow,
  type DeliverySummary,
  isOtherReading,
  listMessagesOfOrders,
  listOrderEvents,
  orderKey,
} from "../../store/notifications.ts";
import type { Database, Transaction } from "../../store/open-store.ts";
import type { Vault } from "../../vault/vault.ts";
import type { Log } from "../log.ts";
import { notePayments } from "../overview/note-payments.ts";
import { announceJoins } from "./announce-joins.ts";
import { openBody } from "./open-body.ts";

type Ports = { db: Database; vault: Vault; log: Log };

/** Resolves when receiving leaves room for what may be done a moment later. */
export type UntilRoom = () => Promise<void>;

const deliveriesAtOnce = 100;
const bodiesPerTurn = 10;
const turnsARound = 15;

/**
 * One round of what follows a delivery's commit: it can be found by its words and, when valid, by its identifiers, its
 * new fields are noted, payment notifications begin to be looked for in the ledger, and a rollback, or an OK that came
 * later, changes what its order's attempts came to. Several processes may do it; after a flood it leaves the rest to the next round, since
 * receiving comes first.
 */
export async function followDeliveries(ports: Ports, untilRoom: UntilRoom): Promise<void> {
  for (let turn = 0, isMore = true; isMore && turn < turnsARound; turn++) {
    if (turn > 0) await untilRoom();
    const queued = await followQueued(ports);
    const findable = await makeFindable(ports);
    isMore = Math.max(queued, findable) === deliveriesAtOnce;
  }
}

async function makeFindable({ db, vault, log }: Ports): Promise<number> {
  return db.transaction(async (tx) => {
    const progress = await takeWordProgress(tx);
    if (!progress) return 0;
    const rows = await listWithoutWords(tx, { done: progress.done, limit: deliveriesAtOnce });
    const read = await mapInTurns(rows, { perTurn: bodiesPerTurn }, (row) => {
      const pairs = parseForm(openOrNothing({ vault, log }, row)) ?? [];
      const fields = toFields(pairs);
      const identifiers =
        row.verdict === "valid" && row.id === row.eventId ? toIdentifiers(vault, { ...row, event: toEvent(pairs) }) : [];
      return { words: toWords(row, fields), sightings: toSightings(row, fields), identifiers };
    });
    await saveWords(
      tx,
      read.map(({ words }) => words),
    );
    await saveIdentifiers(
      tx,
      read.flatMap(({ identifiers }) => identifiers),
    );
    await saveFieldSightings(
      tx,
      read.flatMap(({ sightings }) => sightings),
    );
    if (rows.length < deliveriesAtOnce) await moveWordProgress(tx, progress);
    return rows.length;
  });
}

/** Words of every field that is not personal, and what its code means; without addresses and numbers of people and cards. */
function toWords(row: DeliveryRow, fields: readonly NotificationField[]): DeliveryWords {
  const { id: deliveryId, merchantId } = row;
  if (isOtherReading(row)) return { deliveryId, merchantId, words: [] };
  const texts = fields
    .filter(({ name }) => !isPersonalField(name) && name.toLowerCase() !== "signature")
    .flatMap(({ name, value, meaning }) => [redactLogText(maskValue(name, value).value), meaning ?? ""]);
  return { deliveryId, merchantId, words: toSearchWords(texts) };
}

/** Fields that no document names; a forger's are not worth a mention. */
function toSightings(row: DeliveryRow, fields: readonly NotificationField[]): FieldSighting[] {
  if (row.verdict !== "valid" || isOtherReading(row)) return [];
  const { environment, receivedAt: firstSeenAt } = row;
  return fields.filter(({ known }) => !known).map(({ name }) => ({ environment, name, firstSeenAt }));
}

/** One body that cannot be opened must not keep the others from being found. */
function openOrNothing({ vault, log }: Pick<Ports, "vault" | "log">, row: DeliveryRow): Uint8Array {
  try {
    return openBody(vault, row);
  } catch (cause) {
    log.error({ cause, deliveryId: row.id }, "A kept body cannot be opened");
    return new Uint8Array();
  }
}

async function followQueued({ db, ...ports }: Ports): Promise<number> {
  return db.transaction(async (tx) => {
    const queued = await takeQueued(tx, deliveriesAtOnce);
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
    return queued.length;
  });
}

type StateOf = (row: DeliverySummary) => AttemptState;

const joinedMethods = ["IPCPurchaseNotify", "IPCPreAuthorizationNotify"];

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
