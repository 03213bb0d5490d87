import { z } from "zod";
import { instantSchema, reasonSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

/** One call this process made to the gateway: no header, no body, no query value. */
const gatewayCallSchema = z.object({
  id: z.int(),
  at: instantSchema,
  merchant: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  ms: z.number(),
  attempt: z.int(),
  problem: z.string().nullable(),
  problemDetails: reasonSchema.optional(),
});

export const listCallsInput = z.strictObject({
  after: z.coerce.number(rule("call_id_form")).int(rule("call_id_form")).min(0).default(0),
});
export const callListSchema = z
  .object({ items: z.array(gatewayCallSchema), asOf: instantSchema })
  .register(schemaNames, { id: "CallList" });
export type CallList = z.infer<typeof callListSchema>;

export const callOperations = defineOperations("Merchants", {
  listCalls: {
    method: "get",
    path: `${environmentPath}/calls`,
    summary: "What this process asked of the gateway of late, redacted",
    role: "support",
    query: listCallsInput,
    answers: { 200: { description: "Oldest first.", schema: callListSchema } },
  },
});
