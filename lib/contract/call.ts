import { z } from "zod";
import { callFailures, callKinds, callPeriods } from "#lib/core/gateway-calls.ts";
import { instantSchema, reasonSchema } from "./common.ts";
import { filterShape } from "./filter-schema.ts";
import { callFilters } from "./filters.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const failureSchema = z.enum(callFailures);
const kindSchema = z.enum(callKinds);

/** A call of any process to the gateway: no header, no body, no value of a query or a path. */
const gatewayCallSchema = z.object({
  id: z.int(),
  at: instantSchema,
  merchant: z.string().nullable(),
  kind: kindSchema,
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  ms: z.number(),
  attempt: z.int(),
  /** More than 1: background calls of the same minute that all succeeded; `ms` is their mean. */
  calls: z.int(),
  /** Which process made it. */
  process: z.string(),
  problem: z.string().nullable(),
  problemDetails: reasonSchema.optional(),
});

/** `method`, `path` and `outcome` name a group of errors; `outcome` is a status, or why there was no answer. */
const groupShape = {
  method: z.string().max(10).optional(),
  path: z.string().max(100).optional(),
  outcome: z.union([z.enum(callFailures), z.string().regex(/^[1-9]\d\d$/)]).optional(),
};

export const listCallsInput = z.strictObject({
  after: z.coerce.number(rule("call_id_form")).int(rule("call_id_form")).min(0).default(0),
  ...filterShape(callFilters),
  ...groupShape,
});
export const callListSchema = z
  .object({ items: z.array(gatewayCallSchema), asOf: instantSchema })
  .register(schemaNames, { id: "CallList" });
export type CallList = z.infer<typeof callListSchema>;

/** A call in the timeline of a record; repeated ones with the same outcome are one entry, of the last of them. */
export const recordCallSchema = z.object({
  at: instantSchema,
  kind: kindSchema,
  status: z.int().nullable(),
  failure: failureSchema.nullable(),
  ms: z.number(),
  calls: z.int(),
});
export type RecordCall = z.infer<typeof recordCallSchema>;

export const callErrorsInput = z.strictObject({ period: z.enum(callPeriods).default("day"), ...filterShape(callFilters) });

const callErrorSchema = z.object({
  kind: kindSchema,
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  failure: failureSchema.nullable(),
  calls: z.int(),
  merchants: z.int(),
  firstAt: instantSchema,
  lastAt: instantSchema,
  /** For each of `steps`. */
  counts: z.array(z.int()),
});
export type CallError = z.infer<typeof callErrorSchema>;

export const callErrorsSchema = z
  .object({
    /** When each hour of the last 24, or each day of the last 7, begins. */
    steps: z.array(instantSchema),
    groups: z.array(callErrorSchema),
    asOf: instantSchema,
  })
  .register(schemaNames, { id: "CallErrors" });
export type CallErrors = z.infer<typeof callErrorsSchema>;

export const callOperations = defineOperations("Merchants", {
  listCalls: {
    method: "get",
    path: `${environmentPath}/calls`,
    summary: "The newest calls to the gateway of the last 7 days, of all processes, redacted",
    role: "support",
    query: listCallsInput,
    answers: { 200: { description: "Oldest first.", schema: callListSchema } },
  },
  listCallErrors: {
    method: "get",
    path: `${environmentPath}/calls/errors`,
    summary: "Failed calls to the gateway by operation and outcome, per hour or day",
    role: "support",
    query: callErrorsInput,
    answers: { 200: { description: "The most frequent first.", schema: callErrorsSchema } },
  },
});
