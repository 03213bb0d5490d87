import { bookDebit } from "../epos/book-payment.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { findProfile } from "../merchants.ts";
import type { World } from "../world.ts";
import { orderFields } from "./messages.ts";
import { notifyMerchantServer } from "./notify-shop.ts";
import { orderBooking } from "./order-booking.ts";
import { findOrder, isUnpaid, moveOrder, type Order, releaseOrderId } from "./orders.ts";

const kind = "rollback";
const leaseMs = 30_000;
const firstPauseMs = 4_000;
const pauseMaxMs = 3_600_000;
/** How long after the shop's time limit an unfinished payment counts as interrupted. */
const graceMs = 20_000;

/** Schedules the reversal of the order for when the response to its notification is overdue. */
export function planRollback(world: World, { id }: Order): Promise<void> {
  return plan(world, id, { at: world.now() + world.settings.notifyTimeoutMs + graceMs });
}

export function callOffRollback({ storage }: World, { id }: Order): Promise<void> {
  return storage.remove(kind, id);
}

/** Sends IPCPurchaseRollback with the next tick, and retries with backoff until the shop responds OK. */
export function dueNow(world: World, { id }: Order): Promise<void> {
  return plan(world, id, { at: world.now() });
}

/** Also where one is planned already, such as by a try to pay that a crash ended. */
function plan({ storage }: World, id: string, { at, tries = 0 }: { at: number; tries?: number }): Promise<void> {
  return storage.update(kind, id, () => ({ record: { group: "", at, tag: String(tries), value: null }, result: undefined }));
}

/** Reverses in the ledger an order that was being paid; undefined when the payment completed meanwhile. */
export async function rollBack(world: World, profile: MerchantProfile, order: Order): Promise<Order | undefined> {
  const reversed = await moveOrder(world, order.id, "paying", { status: "reversed" });
  const settled = reversed ?? (await findOrder(world, order.id));
  if (settled?.status !== "reversed" || !settled.payment) return undefined;
  await bookDebit(world, profile, orderBooking(settled, settled.payment), "036");
  return settled;
}

/** Sends due rollbacks, including those of orders that a crash interrupted. */
export async function sendDueRollbacks(world: World): Promise<void> {
  const due = await world.storage.claimDue(kind, { now: world.now(), leaseMs, limit: 20 });
  await Promise.all(due.map(({ key, tag }) => sendRollback(world, key, Number(tag))));
}

async function sendRollback(world: World, id: string, tries: number): Promise<void> {
  const order = await findOrder(world, id);
  const profile = order && findProfile(order.slug);
  const reversed = profile && (await rollBack(world, profile, order));
  if (!reversed) {
    await releaseUnpaid(world, id);
    return world.storage.remove(kind, id);
  }
  const isConfirmed = await notifyMerchantServer(world, order.slug, orderFields("IPCPurchaseRollback", order, profile.sid));
  if (isConfirmed) {
    await releaseOrderId(world, order);
    return world.storage.remove(kind, id);
  }
  await plan(world, id, { at: world.now() + Math.min(firstPauseMs * 2 ** tries, pauseMaxMs), tries: tries + 1 });
}

/** The payment ended before it began: by a crash, or since the order was canceled at the same time. */
async function releaseUnpaid(world: World, id: string): Promise<void> {
  const order = await findOrder(world, id);
  if (order && isUnpaid(order)) await releaseOrderId(world, order);
}
