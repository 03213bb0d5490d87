import { z } from "zod";
import { instantSchema } from "./common.ts";
import { typedName } from "./connection.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

const namesSchema = z.array(z.string());

/** An order in which genuine notifications arrived and were refused. */
const candidateSchema = z.object({
  order: namesSchema,
  /** Those with three different order numbers each: the order would hold for them only. */
  methods: namesSchema,
  /** Different signed texts that would be valid in it, of the newest 1,000 that were refused. */
  texts: z.int(),
  /** Different order numbers among them. */
  orders: z.int(),
  firstSeenAt: instantSchema,
  lastSeenAt: instantSchema,
  /** Notifications, the latest first. */
  examples: z.array(z.string()),
  /** Valid notifications in the order in force since the first of these: with any, the gateway may still write both. */
  validSince: z.int(),
});
export type FieldOrderCandidate = z.infer<typeof candidateSchema>;

export const fieldOrderSchema = z
  .object({
    /** The names that must stand first, up to OrderID: exactly one order is in force for a method. */
    inForce: namesSchema,
    /** The methods for which it was accepted; none with the usual order, in which all others stay. */
    methods: namesSchema,
    usual: namesSchema,
    candidates: z.array(candidateSchema),
  })
  .register(schemaNames, { id: "FieldOrders" });
export type FieldOrders = z.infer<typeof fieldOrderSchema>;

const order = z
  .array(z.string().max(40), { error: "Give the names in their order." })
  .min(5, "A field order has at least 5 names.")
  .max(16, "A field order has at most 16 names.");

/** The usual order, or a candidate as it is listed. */
export const changeFieldOrderInput = z
  .strictObject({ order, name: typedName.optional() })
  .register(schemaNames, { id: "FieldOrderChange" });

/** The names, and the methods if not all that act, with commas between. */
export const tryFieldOrderInput = z.object({
  order: z
    .string({ error: "Give the names with commas between." })
    .transform((text) => text.split(","))
    .pipe(order),
  methods: z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .optional(),
});

/** What stored valid notifications would say in another field order. */
export const fieldOrderTrialSchema = z
  .object({
    order: namesSchema,
    /** Of these methods notifications were read again. */
    methods: namesSchema,
    /** Valid notifications that were read again, the last seen first. */
    checked: z.int(),
    /** There are more, which were not read. */
    hasMore: z.boolean(),
    /** How many of those would say something else. */
    differing: z.int(),
    /** At most 100 of them. */
    items: z.array(
      z.object({
        id: z.string(),
        receivedAt: instantSchema,
        method: z.string().nullable(),
        orderId: z.string().nullable(),
        amountMinor: z.int().nullable(),
        currency: z.string().nullable(),
        wouldSay: z.object({
          /** Null where it would begin behind the order number of today. */
          orderId: z.string().nullable(),
          amountMinor: z.int().nullable(),
          currency: z.string(),
        }),
      }),
    ),
  })
  .register(schemaNames, { id: "FieldOrderTrial" });
export type FieldOrderTrial = z.infer<typeof fieldOrderTrialSchema>;

const path = `${merchantPath}/endpoints/{id}/field-order`;

export const fieldOrderOperations = defineOperations("Notifications", {
  getFieldOrder: {
    method: "get",
    path,
    summary: "The names that must stand first, and the orders in which genuine notifications arrived and were refused",
    role: "viewer",
    answers: { 200: { description: "The order in force and the candidates with their evidence.", schema: fieldOrderSchema } },
  },
  tryFieldOrder: {
    method: "get",
    path: `${path}/trial`,
    summary: "What stored valid notifications would say in another field order; changes nothing",
    role: "admin",
    query: tryFieldOrderInput,
    answers: { 200: { description: "Those that would say something else.", schema: fieldOrderTrialSchema } },
  },
  changeFieldOrder: {
    method: "post",
    path,
    summary: "Let a candidate, or the usual order, replace the order in force; needs the merchant's name; audited",
    role: "admin",
    body: changeFieldOrderInput,
    example: { order: ["IPCmethod", "SID", "Amount", "Currency", "OrderID"], name: "Corner Cafe" },
    answers: { 200: { description: "The orders as they are now.", schema: fieldOrderSchema } },
    errors: ["conflict", "proof_required"],
  },
});
