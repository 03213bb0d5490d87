import { z } from "zod";
import { findPatchProblems } from "../core/payment-body.ts";
import { instantSchema } from "./common.ts";

const patchObject = z.record(z.string(), z.unknown(), "Write a JSON object.");

/** How an environment's bodies of payments differ from the specification (RFC 7396); `{}` when they do not. */
export const paymentBodyPatchInput = patchObject.superRefine((patch, context) => {
  for (const { path, message } of findPatchProblems(patch)) context.addIssue({ code: "custom", path, message });
});

export const changePaymentBodyInput = z.strictObject({ patch: paymentBodyPatchInput });

/** GET and PUT /api/{env}/payments/body. */
export const paymentBodySchema = z.object({
  patch: patchObject,
  /** Null while nothing was changed. */
  changed: z.object({ by: z.string(), at: instantSchema }).nullable(),
});
export type PaymentBody = z.infer<typeof paymentBodySchema>;
