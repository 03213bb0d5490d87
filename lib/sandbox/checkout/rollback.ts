import { findProfile } from "../merchants.ts";
import type { World } from "../world.ts";
import { notifyShop } from "./notify-shop.ts";
import { findOrder, type Order } from "./orders.ts";
import { orderFields } from "./pay-order.ts";

const kind = "rollback";
const triesMax = 20;
const leaseMs = 30_000;

/** IPCPurchaseRollback is due now, and again with backoff until the shop answers OK; it survives a restart. */
export async function scheduleRollback({ storage, now }: World, order: Order): Promise<void> {
  await storage.insert({ kind, key: order.id, group: "", at: now(), tag: "0", value: null });
}

/** Sends what is due. Returns how many were tried. */
export async function sendDueRollbacks(world: World): Promise<number> {
  const due = await world.storage.claimDue(kind, { now: world.now(), leaseMs, limit: 20 });
  for (const { key, tag } of due) await sendRollback(world, key, Number(tag) + 1);
  return due.length;
}

async function sendRollback(world: World, orderKey: string, tries: number): Promise<void> {
  const order = await findOrder(world, orderKey);
  const profile = order && findProfile(order.slug);
  const isDone = !profile || (await notifyShop(world, order.slug, orderFields("IPCPurchaseRollback", profile.sid, order)));
  if (isDone || tries >= triesMax) return world.storage.remove(kind, orderKey);
  const pauseMs = Math.min(2_000 * 2 ** tries, 3_600_000);
  await world.storage.update(kind, orderKey, () => ({
    record: { group: "", at: world.now() + pauseMs, tag: String(tries), value: null },
    result: undefined,
  }));
}
