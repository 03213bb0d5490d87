import { z } from "zod";
import { instantSchema, minorSchema } from "./common.ts";
import { changeEndpointInput } from "./endpoint.ts";
import { changeFieldOrderInput } from "./field-order.ts";
import { verdictSchema } from "./notification.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

const { addCertificates, endCertificates, strictLayout } = changeEndpointInput.shape;

/** A change of an endpoint's certificates or field order, as it would be sent to make it. */
const dryRunEndpointInput = z
  .strictObject({
    addCertificates,
    endCertificates,
    strictLayout,
    /** The methods that another field order would apply to; the usual order applies to all. */
    fieldOrder: z
      .strictObject({ order: changeFieldOrderInput.shape.order, methods: z.array(z.string()).max(10).default([]) })
      .optional(),
  })
  .register(schemaNames, { id: "EndpointDryRunInput" });
export type EndpointDryRunInput = z.input<typeof dryRunEndpointInput>;

const changingSchema = z.object({
  id: z.string(),
  receivedAt: instantSchema,
  method: z.string().nullable(),
  orderId: z.string().nullable(),
  amountMinor: minorSchema.nullable(),
  currency: z.string().nullable(),
  now: verdictSchema,
  after: verdictSchema,
  /** Why it would be invalid; empty otherwise. */
  reasons: z.array(z.string()),
});

export const endpointDryRunSchema = z
  .object({
    /** Deliveries that were verified, the last received of the endpoint; at most 500. */
    checked: z.int(),
    /** How many of them verify with the endpoint's keys and rules of this moment, and with the changed ones. */
    validNow: z.int(),
    validAfter: z.int(),
    /** Of the last 500, deleted after their retention time, so that nothing can be verified. */
    deleted: z.int(),
    /** Bodies that are stored and cannot be read. */
    unreadable: z.int(),
    /** Those that would not verify; `isOlder`: all of them came before `firstValidAt`, the first that would. */
    others: z.object({ count: z.int(), firstAt: instantSchema, lastAt: instantSchema, isOlder: z.boolean() }).nullable(),
    firstValidAt: instantSchema.nullable(),
    /** How many would change from verified to another verdict, and to verified. */
    lost: z.int(),
    gained: z.int(),
    /** Whether the newest delivery that verifies now would no longer verify. */
    isNewestLost: z.boolean(),
    /** The newest 100 whose verdict would change. */
    items: z.array(changingSchema),
  })
  .register(schemaNames, { id: "EndpointDryRun" });
export type EndpointDryRun = z.infer<typeof endpointDryRunSchema>;

export const endpointDryRunOperations = defineOperations("Notifications", {
  dryRunEndpoint: {
    method: "post",
    path: `${merchantPath}/endpoints/{id}/dry-run`,
    summary: "Verify the last 500 deliveries as if certificates or field order had been changed; changes nothing",
    role: "admin",
    body: dryRunEndpointInput,
    example: { strictLayout: true },
    answers: {
      200: { description: "How many verify now and would then, and which would change.", schema: endpointDryRunSchema },
    },
  },
});
