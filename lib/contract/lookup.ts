import { z } from "zod";
import { labelledValueSchema, notSearchedSchema, problemSchema } from "./common.ts";
import { transactionSchema } from "./transaction.ts";

export const lookupInput = z.strictObject({
  references: z
    .array(
      z
        .string({ error: "A reference is text." })
        .trim()
        .min(1, "A reference is not empty.")
        .max(255, "A reference has at most 255 characters."),
      { error: "references is a list of texts." },
    )
    .min(1, "Give at least one reference.")
    .max(1000, "Look up at most 1,000 references at once."),
});

export const lookupRowSchema = z.object({
  reference: z.string(),
  verdict: z.enum(["found", "missing", "error"]),
  merchant: z.string().optional(),
  transaction: z
    .object({
      general: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
      details: z.array(labelledValueSchema),
      /** The mirrored ledger row of this reference, when the desk has read it. */
      row: transactionSchema.nullable(),
    })
    .optional(),
  error: problemSchema.optional(),
});
export type LookupRow = z.infer<typeof lookupRowSchema>;

export const lookupResultSchema = z.object({ rows: z.array(lookupRowSchema), notSearched: z.array(notSearchedSchema) });
export type LookupResult = z.infer<typeof lookupResultSchema>;
