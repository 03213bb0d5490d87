import { z } from "zod";
import { verifications } from "#lib/core/verification.ts";
import { instantSchema, minorSchema, notSearchedSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

export const findInput = z.object({
  q: z
    .string({ error: "Give something to find in q." })
    .trim()
    .min(1, "Give something to find in q.")
    .max(255, "What is looked for has at most 255 characters."),
});

export const hitSchema = z
  .object({
    kind: z.enum(["transaction", "notification", "payment"]),
    merchant: z.string(),
    reference: z.string(),
    href: z.string(),
    /** Hits of one payment have the same text here: where its transaction opens, if it is among them. */
    payment: z.string(),
    /** Which identifier fitted: "reference", "orderId", "pan" … */
    matched: z.string(),
    exact: z.boolean(),
    /** Of a notification: one that is not verified only mentions the number and proves nothing about a payment. */
    verification: z.enum(verifications).optional(),
    occurredAt: instantSchema.nullable(),
    /** What moved; null where that is not known, as of a record only its gateway knows. */
    money: z.object({ amountMinor: minorSchema.nullable(), currency: z.string(), amountText: z.string() }).nullable(),
    /** What it is, in words: "Online purchase", "Payment success". */
    what: z.string(),
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
    /** What an answer without a hit does not prove. */
    note: z.string().nullable(),
  })
  .register(schemaNames, { id: "FindResult" });
export type FindResult = z.infer<typeof findResultSchema>;

/** What a search came to, step by step: first what is here, then one merchant's gateway after the other. */
export const findStepSchema = z.discriminatedUnion("step", [
  /** `toAsk`: merchants whose gateways are asked now, since nothing here fits. */
  z.object({
    step: z.literal("here"),
    hits: z.array(hitSchema),
    toAsk: z.array(z.string()),
    /** Nor are these asked, since they are too many: the first of them. */
    notSearched: z.array(notSearchedSchema),
    notSearchedCount: z.int(),
  }),
  z.object({ step: z.literal("asking"), merchant: z.string() }),
  /** `problem`: why this merchant was not searched; null: it was. */
  z.object({ step: z.literal("asked"), merchant: z.string(), hits: z.array(hitSchema), problem: z.string().nullable() }),
  z.object({ step: z.literal("end"), note: z.string().nullable() }),
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
