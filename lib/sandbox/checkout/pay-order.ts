import { bookSale } from "../epos/book-payment.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { toStan } from "../stan.ts";
import type { World } from "../world.ts";
import { notifyFields } from "./messages.ts";
import type { PayMethod } from "./methods.ts";
import { notifyMerchantServer } from "./notify-shop.ts";
import { orderBooking } from "./order-booking.ts";
import { type Customer, claimOrderId, moveOrder, type Order, type OrderPayment } from "./orders.ts";
import { callOffRollback, dueNow, planRollback, rollBack } from "./rollback.ts";

type PayOptions = { method: PayMethod; customer?: Customer; tamper?: boolean; times?: number };

/**
 * Processes the payment: books it, notifies the shop, and reverses it when the shop does not respond OK. An order is paid
 * once, and so is its order id; undefined when it was no longer pending. The rollback is scheduled first and removed
 * at the end, so that after a crash in between a payment is reversed, and the id of an order that nobody paid is free again.
 */
export async function payOrder(
  world: World,
  { profile, order }: { profile: MerchantProfile; order: Order },
  { method, customer = {}, tamper = false, times = 1 }: PayOptions,
): Promise<Order | "id_used" | undefined> {
  await planRollback(world, order);
  if (!(await claimOrderId(world, order))) {
    await callOffRollback(world, order);
    return "id_used";
  }
  const payment = await makePayment(world, { profile, order, method, customer });
  const paying = await moveOrder(world, order.id, "pending", { status: "paying", payment });
  if (!paying) return undefined;
  await bookSale(world, profile, orderBooking(paying, payment), "013");
  const fields = notifyFields(paying, payment, profile);
  const isConfirmed = await notifyMerchantServer(world, order.slug, fields, { tamper });
  for (let again = 1; again < times; again++) await notifyMerchantServer(world, order.slug, fields, { tamper });
  if (isConfirmed) {
    const paid = await moveOrder(world, order.id, "paying", { status: "paid" });
    if (paid) await callOffRollback(world, order);
    return paid;
  }
  const reversed = await rollBack(world, profile, paying);
  await dueNow(world, order);
  return reversed;
}

async function makePayment(
  world: World,
  { profile, order, method, customer }: { profile: MerchantProfile; order: Order; method: PayMethod; customer: Customer },
): Promise<OrderPayment> {
  const [number = 1] = await world.storage.increment(["trnref"]);
  const trnref = String(800_000 + number);
  const isUnlinked = world.settings.unlinkedSales;
  const isTrnref = profile.referenceStyle === "trnref" && !isUnlinked;
  return {
    at: world.now(),
    trnref,
    stan: toStan(number),
    method,
    lastDigits: String(Number.parseInt(order.id.slice(-4), 16) % 10_000).padStart(4, "0"),
    customer,
    isUnlinked,
    paymentReference: isTrnref ? trnref : `POSA${order.id.slice(0, 12).toUpperCase()}`,
  };
}
