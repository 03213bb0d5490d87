import { z } from "zod";
import { hitSchema } from "./find.ts";

const valuesMax = 20;

/** POST /api/{env}/quick-find: what was typed, or the references in what was pasted. Asks no gateway. */
export const quickFindInput = z.strictObject({
  values: z
    .array(z.string().trim().min(1, "Give something to find.").max(255, "What is looked for has at most 255 characters."), {
      error: "Give what to find in values.",
    })
    .min(1, "Give something to find.")
    .max(valuesMax, `Give ${valuesMax} at most.`),
});

/** Exact hits come first, those of one payment together; of at most 12 payments. */
export const quickFindSchema = z.object({ hits: z.array(hitSchema) });
export type QuickFind = z.infer<typeof quickFindSchema>;
