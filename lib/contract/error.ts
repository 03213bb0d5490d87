import { z } from "zod";
import { fieldProblemSchema, reasonSchema } from "./common.ts";
import { schemaNames } from "./schema-names.ts";

export const errorSchema = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      requestId: z.string(),
      /** What the code leaves open: a reason of its own, and values such as the id of the payment. */
      details: reasonSchema.required({ reason: true }).optional(),
      fields: z.array(fieldProblemSchema).optional(),
    }),
  })
  .register(schemaNames, { id: "Error" });
export type ErrorBody = z.infer<typeof errorSchema>;
