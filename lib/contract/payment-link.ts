import { z } from "zod";
import { currencySchema, instantSchema, minorSchema } from "./common.ts";
import { refundPaymentInput } from "./payment.ts";
import { relatedNotificationSchema } from "./transaction.ts";

const orderMinorMax = 99_999_999;

/** POST /api/sandbox/{merchant}/payments/links: an order to be paid at the sandbox's checkout, by telephone say. */
export const createPaymentLinkInput = z.strictObject({
  amountMinor: z
    .int("Use whole minor units, such as 1234 for EUR 12.34.")
    .min(1, "The amount is more than zero.")
    .max(orderMinorMax, "The checkout takes at most eight digits."),
  currency: currencySchema,
});

export const paymentLinkSchema = z.object({
  token: z.string(),
  /** Good for one payment, and unguessable. */
  url: z.string(),
  /** Whether telephones in the local network can open it: `npm start -- --lan`. */
  isInLan: z.boolean(),
  orderId: z.string(),
  amountMinor: minorSchema,
  currency: z.string(),
  expiresAt: instantSchema,
});
export type PaymentLink = z.infer<typeof paymentLinkSchema>;

/** What became of it. */
export const paymentLinkStateSchema = paymentLinkSchema.extend({
  status: z.enum(["pending", "paying", "paid", "refunded", "reversed", "canceled"]),
  isOpen: z.boolean(),
  /** The gateway's reference of its payment; null before. */
  trnref: z.string().nullable(),
  notifications: z.array(relatedNotificationSchema),
});
export type PaymentLinkState = z.infer<typeof paymentLinkStateSchema>;

/** POST …/links/{token}/refund: the whole order, once. */
export const refundPaymentLinkInput = refundPaymentInput.pick({ reason: true });
