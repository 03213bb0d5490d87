import { z } from "zod";
import { instantSchema, reasonSchema } from "./common.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

/** Empty: the samples are made from the endpoint's SID and rules. */
export const selfTestInput = z.strictObject({}).register(schemaNames, { id: "SelfTestWish" });

export const selfTestSchema = z
  .object({
    endedAt: instantSchema,
    url: z.string(),
    passed: z.int(),
    failed: z.int(),
    checks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        why: z.string(),
        /** As text: "200 OK", "400, reason signature". */
        expected: z.string(),
        answer: z.string(),
        ms: z.number().nullable(),
        isPassed: z.boolean(),
        details: z.object({ title: reasonSchema, why: reasonSchema, expected: reasonSchema, answer: reasonSchema }),
      }),
    ),
  })
  .register(schemaNames, { id: "SelfTest" });
export type SelfTest = z.infer<typeof selfTestSchema>;

export const selfTestOperations = defineOperations("Notifications", {
  runSelfTest: {
    method: "post",
    path: `${merchantPath}/endpoints/{id}/self-test`,
    summary: "Send genuine and forged samples to our own URL_Notify and compare the answers; takes about ten seconds",
    role: "support",
    body: selfTestInput,
    example: {},
    answers: { 200: { description: "Every answer beside what was expected.", schema: selfTestSchema } },
    errors: ["throttled"],
  },
});
