import { z } from "zod";
import { orderMinorMax } from "#lib/core/sandbox.ts";
import { currencySchema, instantSchema, minorSchema } from "./common.ts";
import { relatedNotificationSchema } from "./notification.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { refundPaymentInput } from "./payment.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

/** POST /api/sandbox/{merchant}/payments/links: an order to be paid at the sandbox's checkout, by telephone say. */
export const createPaymentLinkInput = z
  .strictObject({
    amountMinor: z
      .int(rule("amount_minor_form"))
      .min(1, rule("amount_zero"))
      .max(orderMinorMax, rule("checkout_amount_too_large")),
    currency: currencySchema,
  })
  .register(schemaNames, { id: "NewPaymentLink" });

export const paymentLinkSchema = z
  .object({
    token: z.string(),
    /** Good for one payment, and unguessable. */
    url: z.string(),
    /** Whether phones in the local network can open it: `npm start -- --lan`. */
    isInLan: z.boolean(),
    orderId: z.string(),
    amountMinor: minorSchema,
    currency: z.string(),
    expiresAt: instantSchema,
  })
  .register(schemaNames, { id: "PaymentLink" });
export type PaymentLink = z.infer<typeof paymentLinkSchema>;

/** The state of a link's order. */
export const paymentLinkStateSchema = paymentLinkSchema
  .extend({
    status: z.enum(["pending", "paying", "paid", "refunded", "reversed", "canceled"]),
    isOpen: z.boolean(),
    /** The gateway's reference of its payment; null before. */
    trnref: z.string().nullable(),
    notifications: z.array(relatedNotificationSchema),
  })
  .register(schemaNames, { id: "PaymentLinkState" });
export type PaymentLinkState = z.infer<typeof paymentLinkStateSchema>;

/** POST …/links/{token}/refund: the whole order, once. */
export const refundPaymentLinkInput = refundPaymentInput
  .pick({ reason: true })
  .register(schemaNames, { id: "RefundOfPaymentLink" });

export const paymentLinkOperations = defineOperations("Payments", {
  createPaymentLink: {
    method: "post",
    path: `${merchantPath}/payments/links`,
    summary: "A single-use link to the sandbox's checkout; the sandbox only",
    role: "support",
    body: createPaymentLinkInput,
    answers: { 201: { description: "The link.", schema: paymentLinkSchema } },
  },
  getPaymentLink: {
    method: "get",
    path: `${merchantPath}/payments/links/{token}`,
    summary: "What became of a payment link, with the notifications that arrived for it",
    role: "viewer",
    answers: { 200: { description: "Its state.", schema: paymentLinkStateSchema } },
  },
  refundPaymentLink: {
    method: "post",
    path: `${merchantPath}/payments/links/{token}/refund`,
    summary: "Gives the order of a paid link back as a whole, once; the sandbox only",
    role: "support",
    body: refundPaymentLinkInput,
    example: { reason: "test" },
    answers: { 204: { description: "It was given back." } },
    errors: ["conflict", "proof_required", "money_shut", "merchant_archived"],
  },
});
