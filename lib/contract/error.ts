import { z } from "zod";
import { schemaNames } from "./schema-names.ts";

export const errorSchema = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      requestId: z.string(),
      fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    }),
  })
  .register(schemaNames, { id: "Error" });
export type ErrorBody = z.infer<typeof errorSchema>;
