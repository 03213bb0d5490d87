import type pg from "pg";
import type { Delivery, DeliveryRecord } from "#lib/notifications/ports.ts";
import { isGenuineRefused } from "#lib/notifications/verification/genuine-refused.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { withTransaction } from "../connection/client-transaction.ts";
import { createGroupQueue, type GroupMember } from "../connection/group-queue.ts";
import { isDatabaseAway } from "../connection/is-database-away.ts";
import type { Database } from "../connection/open-store.ts";
import { wakeLive } from "../events/event-notice.ts";
import { insertDeliveries } from "./delivery-batch.ts";
import type { DeliveryOutbox } from "./delivery-outbox.ts";
import type { SaveContext } from "./delivery-writes.ts";
import { addToOutbox, isForwarded, saveOne } from "./save-delivery.ts";
import { countDropped, refusedBytesMax as refusedMax, unverifiedBytesMax } from "./unverified-quota.ts";

type Options = { db: Database; vault: Vault; bytesMax?: number; refusedBytesMax?: number; outbox?: DeliveryOutbox };
type Member = GroupMember<Delivery>;
type Group = { pool: pg.Pool; context: SaveContext; members: readonly Member[] };

const verifiedLanes = 2;
/** Anyone can send invalid deliveries: they have a lane of their own, so that no genuine notification waits behind them. */
const unverifiedLanes = 1;
/** Genuine deliveries that our rules refused neither wait behind forgeries nor delay valid ones. */
const refusedLanes = 1;
const itemsMax = 64;
const weightMax = 2 * 1024 * 1024;

/**
 * Stores received bodies: body, derived fields, outbox row and live event in one transaction, which concurrent
 * deliveries share. The same signed text at the same endpoint is one delivery in any encoding; repeats are only
 * counted. A delivery that cannot be stored fails alone.
 */
export function createDeliveryRecord({
  db,
  vault,
  bytesMax = unverifiedBytesMax,
  refusedBytesMax = refusedMax,
  outbox = async () => {},
}: Options): DeliveryRecord {
  const pool = db.$client;
  const context = { vault, bytesMax, refusedBytesMax, outbox };
  const openQueue = (lanes: number) =>
    createGroupQueue<Delivery>({
      lanes,
      itemsMax,
      weightMax,
      weigh: ({ body }) => body.length,
      commit: async (members) => {
        await saveGroup({ pool, context, members });
        wakeLive(pool);
      },
    });
  const verified = openQueue(verifiedLanes);
  const unverified = openQueue(unverifiedLanes);
  const refused = openQueue(refusedLanes);
  const queueOf = (received: Delivery) => {
    if (received.verification.verdict === "valid") return verified;
    return isGenuineRefused(received) ? refused : unverified;
  };
  return {
    save: (received, { signal }) => queueOf(received).add(received, signal),
    countDropped: (endpointId, count) => countDropped(db, endpointId, count),
  };
}

/** New valid deliveries are saved together; the rest, or all of them if that fails, one message at a time. */
async function saveGroup({ pool, context, members }: Group): Promise<void> {
  const together = members.filter(({ item }) => item.verification.verdict === "valid");
  const done = await saveTogether({ pool, context, members: together });
  // Answer the stored deliveries before starting the rest, which may have to wait for a row lock.
  for (const member of done) member.settle();
  const rest = members.filter((member) => !done.has(member));
  for (const copies of Map.groupBy(rest, toCopyKey).values()) await saveCopies({ pool, context, members: copies });
}

/** Equal for deliveries that change the same row in the same way. */
function toCopyKey({ item: { endpoint, sha256, eventHash, verification, answer } }: Member): string {
  const { verdict, keyId } = verification;
  const hash = verdict === "valid" ? eventHash : sha256;
  return `${endpoint.id} ${verdict} ${keyId} ${answer.status} ${hash.toString("hex")}`;
}

/** The members that were stored; throws only when the database itself failed. */
async function saveTogether({ pool, context, members }: Group): Promise<ReadonlySet<Member>> {
  if (members.length === 0) return new Set();
  // The spool may contain a delivery twice; two rows with one id would fail the whole statement.
  const firsts = [...Map.groupBy(members, ({ item }) => item.id).values()].flatMap(([first]) => first ?? []);
  try {
    const ids = firsts.some(({ item }) => isForwarded(item))
      ? await saveWithOutbox(pool, context, firsts)
      : await saveWithoutOutbox(pool, context, firsts);
    return new Set(firsts.filter(({ item }) => ids.has(item.id)));
  } catch (cause) {
    if (isDatabaseAway(cause)) throw cause;
    return new Set();
  }
}

/** Once there is a connection: those given up while they waited for it were answered 503. */
function stillWanted(members: readonly Member[]): Delivery[] {
  return members.flatMap(({ item, signal }) => (signal.aborted ? [] : [item]));
}

async function saveWithoutOutbox(pool: pg.Pool, { vault }: SaveContext, members: readonly Member[]) {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const ids = await insertDeliveries(client, vault, stillWanted(members));
    isBroken = false;
    return ids;
  } finally {
    client.release(isBroken);
  }
}

function saveWithOutbox(pool: pg.Pool, { vault, outbox }: SaveContext, members: readonly Member[]) {
  return withTransaction(pool, async ({ client, db }) => {
    const deliveries = stillWanted(members);
    const ids = await insertDeliveries(client, vault, deliveries);
    await addToOutbox(
      db,
      outbox,
      deliveries.filter(({ id }) => ids.has(id)),
    );
    if (stillWanted(members).length < deliveries.length) throw new Error("Some were given up: the others are saved one by one.");
    return ids;
  });
}

/** Copies of one message, counted together. Throws only when the database itself failed, so that the others need not be tried. */
async function saveCopies({ pool, context, members }: Group): Promise<void> {
  const pending = members.filter(({ signal }) => !signal.aborted);
  const last = pending.at(-1);
  if (!last) return;
  try {
    await withTransaction(pool, async (transaction) => {
      const ids = [...new Set(pending.map(({ item }) => item.id))];
      await saveOne(transaction, context, { ...last.item, ids });
      if (pending.every(({ signal }) => signal.aborted)) throw last.signal.reason;
    });
    for (const { settle } of pending) settle();
  } catch (cause) {
    if (isDatabaseAway(cause)) throw cause;
    if (pending.length === 1) last.settle(cause);
    else for (const member of pending) await saveCopies({ pool, context, members: [member] });
  }
}
