import { count, eq, sql } from "drizzle-orm";
import { readJournalDeliveries } from "#lib/notifications/journal/read-journal.ts";
import type { Delivery } from "#lib/notifications/ports.ts";
import { isDatabaseAway } from "../connection/is-database-away.ts";
import { createDeliveryRecord } from "../deliveries/deliveries.ts";
import { holdForwards } from "../forwarding/forward-outbox.ts";
import { forward } from "../schema/forward.ts";
import { restoreDelivery } from "../schema/restore.ts";
import type { JournalReplayReport, ReplayInput, RestorePorts } from "./ports.ts";

const atOnce = 128;
/** Longer than a notification takes from its receipt to its commit, so that the backup and the journal leave no gap. */
const overlapMs = 60_000;

/**
 * Plays the acknowledged notifications of the journal in again: with their time, in their order, with the answer they got.
 * Forwards nothing by itself: what may be missing at a shop waits for a person. Playing it in again changes nothing.
 */
export async function replayJournal(
  { db, vault }: RestorePorts,
  { journalFolders, since }: ReplayInput,
): Promise<JournalReplayReport> {
  const report = { stored: 0, refused: 0, unreadable: 0 };
  const record = createDeliveryRecord({ db, vault, outbox: holdForwards });
  const sources = { folders: journalFolders, sealer: vault, since: new Date(since.getTime() - overlapMs) };
  const deliveries = readJournalDeliveries(sources, () => {
    report.unreadable += 1;
  });

  /** False when the database refused it. */
  async function save(delivery: Delivery): Promise<boolean> {
    try {
      await record.save(delivery, { signal: new AbortController().signal });
      return true;
    } catch (cause) {
      if (isDatabaseAway(cause)) throw cause;
      return false;
    }
  }

  async function saveBatch(batch: readonly Delivery[]): Promise<void> {
    const done = await findReplayed(db, batch);
    const saved = await Promise.all(batch.map(async (delivery) => done.has(delivery.id) || (await save(delivery))));
    // One that was refused is not noted: when this is run again, it must not be taken for stored.
    const rows = batch.filter((_, index) => saved[index]).map(({ id }) => ({ deliveryId: id }));
    report.stored += rows.length;
    report.refused += batch.length - rows.length;
    if (rows.length > 0) await db.insert(restoreDelivery).values(rows).onConflictDoNothing();
  }

  let batch: Delivery[] = [];
  let orders = new Set<string>();
  for await (const delivery of deliveries) {
    const order = `${delivery.endpoint.id} ${delivery.event.orderId ?? delivery.id}`;
    // Two messages of one order are never saved at the same time, so that they keep their order.
    if (orders.has(order) || batch.length >= atOnce) {
      await saveBatch(batch);
      batch = [];
      orders = new Set();
    }
    batch.push(delivery);
    orders.add(order);
  }
  await saveBatch(batch);
  const [held] = await db.select({ count: count() }).from(forward).where(eq(forward.state, "held"));
  return { ...report, held: held?.count ?? 0 };
}

async function findReplayed(db: RestorePorts["db"], batch: readonly Delivery[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select delivery_id as id from ${restoreDelivery}
    where delivery_id = any(${sql.param(batch.map(({ id }) => id))}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}
