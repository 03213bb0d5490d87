import { z } from "zod";
import { instantSchema, minorSchema, timeEstimatedSchema } from "./common.ts";

/**
 * Of a sale: what bookings of its reference, and refunds taken from here, gave back. `isReversed`: all of it, by the gateway;
 * `isHeld`: and the customer does not have it yet.
 */
export const givenBackSchema = z.object({
  isReversed: z.boolean(),
  isHeld: z.boolean().optional(),
  refundedMinor: minorSchema,
  /** What the customer's bank took back. */
  chargedBackMinor: minorSchema.optional(),
  /** How many refunds. */
  refunds: z.int(),
  /** Of the reversal, else of the last refund, else of the chargeback. */
  at: instantSchema,
  isTimeEstimated: timeEstimatedSchema,
  /** Missing where its time cannot be read. */
  chargedBackAt: instantSchema.optional(),
});

/**
 * Of a payment taken from here: its refunds without a result yet, in all. `isUnknown`: no answer came about one, which may have gone
 * through. `at`: when the last of them was sent.
 */
export const openRefundSchema = z.object({
  amountMinor: minorSchema,
  count: z.int(),
  isUnknown: z.boolean(),
  at: instantSchema,
});

/**
 * A reversal sent from here that is not finished. `isUnknown`: no answer came about it, so that it may have gone through. `at`: when
 * it was sent.
 */
export const openReversalSchema = z.object({ isUnknown: z.boolean(), at: instantSchema });

/** What became later of the money of a notification's sale, as of a transaction. */
export const returnedSchema = z.object({
  givenBack: givenBackSchema.optional(),
  openRefund: openRefundSchema.optional(),
  openReversal: openReversalSchema.optional(),
});
export type Returned = z.infer<typeof returnedSchema>;
