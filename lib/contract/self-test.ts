import { z } from "zod";
import { instantSchema } from "./common.ts";

/** Nothing is asked for: the endpoint's own SID and rules make the samples. */
export const selfTestInput = z.strictObject({});

export const selfTestSchema = z.object({
  endedAt: instantSchema,
  url: z.string(),
  passed: z.int(),
  failed: z.int(),
  checks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      why: z.string(),
      /** In words: "200 OK", "400, reason signature". */
      expected: z.string(),
      answer: z.string(),
      ms: z.number().nullable(),
      isPassed: z.boolean(),
    }),
  ),
});
export type SelfTest = z.infer<typeof selfTestSchema>;
