import { bookDebit } from "../epos/book-payment.ts";
import { endPlannedDebit, planDebit } from "../epos/planned-debit.ts";
import { findProfile } from "../merchants.ts";
import type { World } from "../world.ts";
import { orderBooking } from "./order-booking.ts";
import { findOrder, moveOrder } from "./orders.ts";

/** Refunds a whole paid order, once. False when it is not paid (any more). */
export async function refundOrder(world: World, id: string): Promise<boolean> {
  await planDebit(world, "refund-debit", id);
  if (!(await moveOrder(world, id, "paid", { status: "refunded" }))) return false;
  await bookRefund(world, id);
  await endPlannedDebit(world, "refund-debit", id);
  return true;
}

/** Books the refund of an order that is refunded. */
export async function bookRefund(world: World, id: string): Promise<void> {
  const order = await findOrder(world, id);
  const profile = order && findProfile(order.slug);
  if (order?.status !== "refunded" || !order.payment || !profile) return;
  await bookDebit(world, profile, orderBooking(order, order.payment), "011");
}
