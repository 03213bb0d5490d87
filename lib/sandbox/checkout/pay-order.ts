import { formatDecimal } from "../../core/money.ts";
import { bookReversal, bookSale } from "../epos/book-payment.ts";
import { findProfile } from "../merchants.ts";
import type { World } from "../world.ts";
import { type PayMethod, payMethods } from "./methods.ts";
import { notifyShop } from "./notify-shop.ts";
import { moveOrder, type Order } from "./orders.ts";
import { scheduleRollback } from "./rollback.ts";
import type { Fields } from "./sign.ts";

export type Customer = { email?: string; phone?: string; firstNames?: string; familyName?: string };
type PayOptions = { method: PayMethod; customer?: Customer; tamper?: boolean };

/**
 * Takes the payment: booked, told to the shop, and given back when the shop does not answer OK. An order pays
 * once; undefined when it was not pending any more.
 */
export async function payOrder(
  world: World,
  order: Order,
  { method, customer = {}, tamper = false }: PayOptions,
): Promise<Order | undefined> {
  const profile = findProfile(order.slug);
  const paying = await moveOrder(world, order.id, ["pending"], { status: "paying" });
  if (!paying || !profile) return undefined;
  const [sequence = 1] = await world.storage.increment(["trnref"]);
  const trnref = String(800_000 + sequence);
  const stan = String((sequence % 999_999) + 1).padStart(6, "0");
  const fields = toFields(world, paying, { method, customer, trnref, stan, descriptor: profile.descriptor, sid: profile.sid });
  const reference = profile.referenceStyle === "trnref" ? trnref : `POSA${order.id.slice(0, 12).toUpperCase()}`;
  const booking = {
    amountMinor: order.amountMinor,
    currency: order.currency,
    terminalId: null,
    referenceNumber: order.orderId,
    description: `Order ${order.orderId}`,
    stan,
    paymentReference: reference,
    pan: payMethods[method].isCard ? "*0007" : null,
  };
  await bookSale(world, profile, booking, "013");
  const isConfirmed = await notifyShop(world, order.slug, fields, { tamper });
  if (isConfirmed) return moveOrder(world, order.id, ["paying"], { status: "paid", trnref, stan, fields });
  await bookReversal(world, profile, booking);
  const reversed = await moveOrder(world, order.id, ["paying"], { status: "reversed", trnref, stan, fields });
  await scheduleRollback(world, order);
  return reversed;
}

type FieldParts = { method: PayMethod; customer: Customer; trnref: string; stan: string; descriptor: string; sid: string };

/** The order in which genuine notifications carry them (public-record-notify.md 1). */
function toFields(
  world: World,
  order: Order,
  { method, customer, trnref, stan, descriptor, sid }: FieldParts,
): [string, string][] {
  const { paymentMethod, paymentType, cardBrand, cardType, isCard } = payMethods[method];
  const personal: [string, string | undefined][] = [
    ["CustomerEmail", customer.email],
    ["CustomerPhone", customer.phone],
    ["CustomerFirstNames", customer.firstNames],
    ["CustomerFamilyName", customer.familyName],
  ];
  return [
    ...orderFields("IPCPurchaseNotify", sid, order),
    ["IPC_Trnref", trnref],
    ["RequestSTAN", stan],
    ["RequestDateTime", new Date(world.now()).toISOString().slice(0, 19).replace("T", " ")],
    ["PaymentMethod", paymentMethod],
    ["PaymentType", paymentType],
    ...(isCard
      ? ([
          ["CardBrand", cardBrand],
          ["CardType", cardType],
        ] as [string, string][])
      : []),
    ["BillingDescriptor", `${descriptor}  * SANDBOX`],
    ...(isCard ? ([["PAN", "0007"]] as [string, string][]) : []),
    ...personal.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  ];
}

/** The five names every message to a shop begins with. */
export function orderFields(method: string, sid: string, order: Order): [string, string][] {
  return [
    ["IPCmethod", method],
    ["SID", sid],
    ["Amount", formatDecimal({ amountMinor: order.amountMinor, currency: order.currency })],
    ["Currency", order.currency],
    ["OrderID", order.orderId],
  ];
}

/** The fields of the browser's redirect: those of the notification under another method name. */
export function redirectFields(order: Order, sid: string): Fields {
  if (order.status === "paid" && order.fields) return [["IPCmethod", "IPCPurchaseOK"], ...order.fields.slice(1)];
  return orderFields("IPCPurchaseCancel", sid, order);
}
