import { z } from "zod";
import { hitSchema } from "./find.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

const valuesMax = 20;

/** POST /api/{env}/quick-find: the typed text, or the references in pasted text. Makes no gateway call. */
export const quickFindInput = z
  .strictObject({
    values: z
      .array(z.string().trim().min(1, "Give something to find.").max(255, "What is looked for has at most 255 characters."), {
        error: "Give what to find in values.",
      })
      .min(1, "Give something to find.")
      .max(valuesMax, `Give ${valuesMax} at most.`),
  })
  .register(schemaNames, { id: "QuickFindInput" });

/** Exact hits come first, those of one payment together; of at most 12 payments. */
export const quickFindSchema = z.object({ hits: z.array(hitSchema) }).register(schemaNames, { id: "QuickFind" });
export type QuickFind = z.infer<typeof quickFindSchema>;

export const quickFindOperations = defineOperations("Transactions", {
  quickFind: {
    method: "post",
    path: `${environmentPath}/quick-find`,
    summary: "What the desk has of what is being typed or was pasted; asks no gateway",
    role: "viewer",
    body: quickFindInput,
    example: { values: ["A"] },
    isList: true,
    answers: { 200: { description: "Exact fits first.", schema: quickFindSchema } },
  },
});
