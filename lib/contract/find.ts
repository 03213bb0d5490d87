import { z } from "zod";
import { verifications } from "#lib/core/verification.ts";
import { instantSchema, minorSchema, notSearchedSchema, reasonSchema, timeEstimatedSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

export const findInput = z.object({
  q: z.string(rule("search_empty")).trim().min(1, rule("search_empty")).max(255, rule("search_too_long")),
});

export const hitSchema = z
  .object({
    kind: z.enum(["transaction", "notification", "payment"]),
    merchant: z.string(),
    reference: z.string(),
    href: z.string(),
    /** Hits of one payment have the same text: the address of its transaction, if that is among them. */
    payment: z.string(),
    /** The matching identifier: "reference", "orderId", "pan" … */
    matched: z.string(),
    exact: z.boolean(),
    /** Of a notification: an unverified one only mentions the number and is no evidence of a payment. */
    verification: z.enum(verifications).optional(),
    occurredAt: instantSchema.nullable(),
    /** Of `occurredAt`. */
    isTimeEstimated: timeEstimatedSchema,
    /** The amount; null if unknown, as for a record that only the gateway has. */
    money: z.object({ amountMinor: minorSchema.nullable(), currency: z.string(), amountText: z.string() }).nullable(),
    /** A description: "Online purchase", "Payment success". */
    what: z.string(),
    whatDetails: reasonSchema,
    /** Both in one line of English. */
    summary: z.string(),
  })
  .register(schemaNames, { id: "Hit" });
export type Hit = z.infer<typeof hitSchema>;

export const findResultSchema = z
  .object({
    hits: z.array(hitSchema),
    /** The first of them. */
    notSearched: z.array(notSearchedSchema),
    notSearchedCount: z.int(),
    /** Limits of a result without hits. */
    note: z.string().nullable(),
    noteDetails: reasonSchema.optional(),
  })
  .register(schemaNames, { id: "FindResult" });
export type FindResult = z.infer<typeof findResultSchema>;

/** The steps of a search: first our database, then one merchant's gateway after the other. */
export const findStepSchema = z.discriminatedUnion("step", [
  /** `toAsk`: merchants whose gateways are searched now, since our database has no match. */
  z.object({
    step: z.literal("here"),
    hits: z.array(hitSchema),
    toAsk: z.array(z.string()),
    /** The first of those that are not searched because of the limit. */
    notSearched: z.array(notSearchedSchema),
    notSearchedCount: z.int(),
  }),
  z.object({ step: z.literal("asking"), merchant: z.string() }),
  /** `problem`: why this merchant was not searched; null: it was. */
  z.object({
    step: z.literal("asked"),
    merchant: z.string(),
    hits: z.array(hitSchema),
    problem: z.string().nullable(),
    problemDetails: reasonSchema.optional(),
  }),
  z.object({ step: z.literal("end"), note: z.string().nullable(), noteDetails: reasonSchema.optional() }),
]);
export type FindStep = z.infer<typeof findStepSchema>;

export const findOperations = defineOperations("Transactions", {
  find: {
    method: "get",
    path: `${environmentPath}/find`,
    summary: "Find any identifier, whole or by its beginning, over all merchants you may see",
    role: "viewer",
    query: findInput,
    answers: {
      200: { description: "What fits, exact hits first, and which merchants were not searched.", schema: findResultSchema },
    },
  },
  findInSteps: {
    method: "get",
    path: `${environmentPath}/find/steps`,
    summary: "The same as it goes: what is here at once, then one merchant's gateway after the other",
    role: "viewer",
    query: findInput,
    answers: {
      200: {
        description: "A line of JSON for each step: here, asking, asked, end. Without the last the search broke off.",
        contentType: "application/x-ndjson",
      },
    },
  },
});
