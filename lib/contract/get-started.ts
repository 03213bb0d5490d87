import { z } from "zod";
import { schemaNames } from "./schema-names.ts";

/** In the order in which they are suggested. */
export const startSteps = ["explore", "pay", "connect", "administrator"] as const;
export type StartStep = (typeof startSteps)[number];

export const getStartedSchema = z
  .object({
    isHidden: z.boolean(),
    steps: z.array(z.object({ step: z.enum(startSteps), isDone: z.boolean() })),
  })
  .register(schemaNames, { id: "GetStarted" });
export type GetStarted = z.infer<typeof getStartedSchema>;
