import { z } from "zod";
import { findPatchProblems } from "#lib/core/payment-body.ts";
import { asIssue } from "#lib/core/text.ts";
import { instantSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const patchObject = z.record(z.string(), z.unknown(), rule("json_object_form"));

/** How an environment's bodies of payments differ from the specification (RFC 7396); `{}` when they do not. */
export const paymentBodyPatchInput = patchObject.superRefine((patch, context) => {
  for (const { path, ...text } of findPatchProblems(patch)) context.addIssue(asIssue(text, path));
});

export const changePaymentBodyInput = z
  .strictObject({ patch: paymentBodyPatchInput })
  .register(schemaNames, { id: "PaymentBodyChange" });

/** GET and PUT /api/{env}/payments/body. */
export const paymentBodySchema = z
  .object({
    patch: patchObject,
    /** Null while nothing was changed. */
    changed: z.object({ by: z.string(), at: instantSchema }).nullable(),
  })
  .register(schemaNames, { id: "PaymentBody" });
export type PaymentBody = z.infer<typeof paymentBodySchema>;

export const paymentBodyOperations = defineOperations("Payments", {
  getPaymentBody: {
    method: "get",
    path: `${environmentPath}/payments/body`,
    summary: "How the environment's bodies of payments differ from the specification (a JSON merge patch, RFC 7396)",
    role: "support",
    answers: { 200: { description: "The patch, and who set it.", schema: paymentBodySchema } },
    errors: ["not_connected"],
  },
  changePaymentBody: {
    method: "put",
    path: `${environmentPath}/payments/body`,
    summary: "Change members of every payment's body; a member's name in braces, as {terminal_id}, stands for it; {} resets",
    role: "admin",
    body: changePaymentBodyInput,
    answers: { 200: { description: "The patch in force.", schema: paymentBodySchema } },
    errors: ["not_connected", "proof_required"],
  },
});
