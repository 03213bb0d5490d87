import { z } from "zod";
import { instantSchema } from "./common.ts";
import { typedName } from "./connection.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const namesSchema = z.array(z.string());

/** An order in which genuine notifications arrived and were refused. */
const candidateSchema = z.object({
  order: namesSchema,
  /** Methods with at least three different order numbers: the order would apply to these only. */
  methods: namesSchema,
  /** Different signed texts that would be valid in it, of the newest 1,000 that were refused. */
  texts: z.int(),
  /** Different order numbers among them. */
  orders: z.int(),
  firstSeenAt: instantSchema,
  lastSeenAt: instantSchema,
  /** Notifications, the latest first. */
  examples: z.array(z.string()),
  /** Valid notifications in the current order since the first of these: if there are any, the gateway may still send both. */
  validSince: z.int(),
});
export type FieldOrderCandidate = z.infer<typeof candidateSchema>;

export const fieldOrderSchema = z
  .object({
    /** The required first names, up to OrderID: exactly one order applies to a method. */
    inForce: namesSchema,
    /** The methods for which it was accepted; none with the default order, which all others use. */
    methods: namesSchema,
    usual: namesSchema,
    candidates: z.array(candidateSchema),
  })
  .register(schemaNames, { id: "FieldOrders" });
export type FieldOrders = z.infer<typeof fieldOrderSchema>;

const order = z
  .array(z.string().max(40), rule("field_order_missing"))
  .min(5, rule("field_order_too_short"))
  .max(16, rule("field_order_too_long"));

/** The default order, or a candidate as listed. */
export const changeFieldOrderInput = z
  .strictObject({ order, name: typedName.optional() })
  .register(schemaNames, { id: "FieldOrderChange" });

/** The names, and the methods unless all, separated by commas. */
export const tryFieldOrderInput = z.object({
  order: z
    .string(rule("field_order_separator"))
    .transform((text) => text.split(","))
    .pipe(order),
  methods: z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .optional(),
});

/** A preview of stored valid notifications in another field order. */
export const fieldOrderTrialSchema = z
  .object({
    order: namesSchema,
    /** The methods whose notifications were checked. */
    methods: namesSchema,
    /** Checked valid notifications, most recent first. */
    checked: z.int(),
    /** There are more, which were not checked. */
    hasMore: z.boolean(),
    /** How many of those would have another meaning. */
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
          /** Null where it would begin after the current order number. */
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
