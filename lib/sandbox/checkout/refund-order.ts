import { bookDebit } from "../epos/book-payment.ts";
import { findProfile } from "../merchants.ts";
import type { World } from "../world.ts";
import { orderBooking } from "./order-booking.ts";
import { findOrder, moveOrder } from "./orders.ts";

/**
 * Refunds a whole paid order, once. False when it is not paid (any more). Repeated after a crash it books
 * missing rows, and still returns false.
 */
export async function refundOrder(world: World, id: string): Promise<boolean> {
  const refunded = await moveOrder(world, id, "paid", { status: "refunded" });
  const order = refunded ?? (await findOrder(world, id));
  const profile = order && findProfile(order.slug);
  if (order?.status !== "refunded" || !order.payment || !profile) return false;
  await bookDebit(world, profile, orderBooking(order, order.payment), "011");
  return refunded !== undefined;
}
