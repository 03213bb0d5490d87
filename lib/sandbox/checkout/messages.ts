import { formatDecimal } from "#lib/core/money.ts";
import { payMethods } from "./methods.ts";
import type { Order, OrderPayment } from "./orders.ts";
import type { Fields } from "./sign.ts";

type Shop = { sid: string; descriptor: string };

/** IPCPurchaseNotify, fields in the order in which genuine ones carry them. */
export function notifyFields(order: Order, payment: OrderPayment, { sid, descriptor }: Shop): Fields {
  const { isCard, paymentMethod, paymentType, cardBrand, cardType } = payMethods[payment.method];
  const { email, phone, firstNames, familyName } = payment.customer;
  const when = new Date(payment.at).toISOString().slice(0, 19).replace("T", " ");
  const fields: [string, string | undefined][] = [
    ...orderFields("IPCPurchaseNotify", order, sid),
    ["IPC_Trnref", payment.trnref],
    ["RequestSTAN", payment.stan],
    ["RequestDateTime", when],
    ["PaymentMethod", paymentMethod],
    ["PaymentType", paymentType],
    ["CardBrand", isCard ? cardBrand : undefined],
    ["CardType", isCard ? cardType : undefined],
    ["BillingDescriptor", descriptor],
    ["PAN", isCard ? payment.lastDigits : undefined],
    ["CustomerEmail", email],
    ["CustomerPhone", phone],
    ["CustomerFirstNames", firstNames],
    ["CustomerFamilyName", familyName],
  ];
  return fields.flatMap(([name, value]): [string, string][] => (value === undefined || value === "" ? [] : [[name, value]]));
}

/** IPCPurchaseRollback and IPCPurchaseCancel have only these five fields; every other message begins with them. */
export function orderFields(method: string, order: Order, sid: string): [string, string][] {
  return [
    ["IPCmethod", method],
    ["SID", sid],
    ["Amount", formatDecimal({ amountMinor: order.amountMinor, currency: order.currency })],
    ["Currency", order.currency],
    ["OrderID", order.orderId],
  ];
}

/** The fields of the redirect to the shop: the notification's as IPCPurchaseOK, or IPCPurchaseCancel. */
export function redirectFields(order: Order, shop: Shop): Fields {
  if (order.status !== "paid" || !order.payment) return orderFields("IPCPurchaseCancel", order, shop.sid);
  return [["IPCmethod", "IPCPurchaseOK"], ...notifyFields(order, order.payment, shop).slice(1)];
}
