import type { Booking } from "../epos/book-payment.ts";
import { payMethods } from "./methods.ts";
import type { Order, OrderPayment } from "./orders.ts";

/**
 * The ledger rows of a paid order. Where the reference is not the IPC_Trnref, the order id is in reference_number: one of the
 * two matches the row with its notification, unless it is unlinked.
 */
export function orderBooking(order: Order, payment: OrderPayment): Booking {
  const { trnref, stan, method, lastDigits, paymentReference, isUnlinked = false } = payment;
  return {
    amountMinor: order.amountMinor,
    currency: order.currency,
    paymentReference,
    referenceNumber: paymentReference === trnref || isUnlinked ? null : order.orderId,
    terminalId: null,
    pan: payMethods[method].isCard ? `*${lastDigits}` : null,
    stan,
    description: isUnlinked ? null : `Order ${order.orderId}`,
  };
}
