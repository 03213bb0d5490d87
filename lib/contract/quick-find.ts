import { z } from "zod";
import { hitSchema } from "./find.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const valuesMax = 20;

/** POST /api/{env}/quick-find: the typed text, or the references in pasted text. Makes no gateway call. */
export const quickFindInput = z
  .strictObject({
    values: z
      .array(
        z.string().trim().min(1, rule("quick_search_empty")).max(255, rule("search_too_long")),
        rule("quick_search_values_missing"),
      )
      .min(1, rule("quick_search_empty"))
      .max(valuesMax, rule("quick_search_too_many", { count: valuesMax })),
  })
  .register(schemaNames, { id: "QuickFindInput" });

/** Exact hits come first, those of one payment together; of at most 12 payments. */
export const quickFindSchema = z.object({ hits: z.array(hitSchema) }).register(schemaNames, { id: "QuickFind" });
export type QuickFind = z.infer<typeof quickFindSchema>;

export const quickFindOperations = defineOperations("Transactions", {
  quickFind: {
    method: "post",
    path: `${environmentPath}/quick-find`,
    summary: "What Counterfoil has of what is being typed or was pasted; asks no gateway",
    role: "viewer",
    body: quickFindInput,
    example: { values: ["A"] },
    isList: true,
    answers: { 200: { description: "Exact fits first.", schema: quickFindSchema } },
  },
});
