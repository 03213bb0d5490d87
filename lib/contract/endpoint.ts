import { z } from "zod";
import { instantSchema, messageSchema } from "./common.ts";
import { typedName } from "./connection.ts";
import { forwardingInput, forwardingSchema } from "./forward.ts";
import { defineOperations, environmentPath, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const sid = z
  .string(rule("sid_missing"))
  .trim()
  .regex(/^[A-Za-z0-9]{1,15}$/, rule("sid_form"));
const certificate = z.string().trim().min(1, rule("certificate_missing")).max(16_384, rule("certificate_too_long"));
const certificates = z.array(certificate).max(10, rule("certificates_too_many"));

export const createEndpointInput = z
  .strictObject({
    sid,
    label: z.string().trim().max(80).optional(),
    /** CERTIFICATE or PUBLIC KEY PEM, also with literal \n, or the vendor's configuration pack. */
    certificates: certificates.default([]),
    strictLayout: z.boolean().default(true),
  })
  .register(schemaNames, { id: "NewEndpoint" });

export const changeEndpointInput = z
  .strictObject({
    sid: sid.optional(),
    label: z.string().trim().max(80).optional(),
    strictLayout: z.boolean().optional(),
    addCertificates: certificates.optional(),
    removeCertificates: z.array(z.string()).max(50).optional(),
    /** The certificate is accepted until `at`; null: no expiry. */
    endCertificates: z
      .array(z.strictObject({ id: z.string(), at: instantSchema.nullable() }))
      .max(50)
      .optional(),
    forwarding: forwardingInput.optional(),
    /** The merchant's name, typed: required if no certificate would be accepted a day from now. */
    name: typedName.optional(),
  })
  .register(schemaNames, { id: "EndpointChange" });

const endpointCertificateSchema = z.object({
  id: z.string(),
  label: z.string(),
  fingerprint: z.string(),
  keyBits: z.int().nullable(),
  /** The certificate's own dates; informational only. */
  validFrom: instantSchema.nullable(),
  validUntil: instantSchema.nullable(),
  addedAt: instantSchema,
  addedBy: z.string(),
  /** When we stop accepting it; null: never. */
  endsAt: instantSchema.nullable(),
  /** Whether the newest verified notification was signed with it. */
  isInUse: z.boolean(),
  /** Null when it verified none of the last 10,000. */
  lastUsedAt: instantSchema.nullable(),
});
export type EndpointCertificate = z.infer<typeof endpointCertificateSchema>;

export const endpointSchema = z
  .object({
    id: z.string(),
    merchant: z.string(),
    label: z.string(),
    sid: z.string(),
    urlNotify: z.string(),
    urlOk: z.string(),
    urlCancel: z.string(),
    strictLayout: z.boolean(),
    certificates: z.array(endpointCertificateSchema),
    forwarding: forwardingSchema,
    lastReceivedAt: instantSchema.nullable(),
    /** In English, and what each of them says. */
    warnings: z.array(z.string()),
    warningDetails: z.array(messageSchema),
    createdAt: instantSchema,
  })
  .register(schemaNames, { id: "Endpoint" });
export type Endpoint = z.infer<typeof endpointSchema>;

export const endpointListSchema = z
  .object({
    items: z.array(endpointSchema),
    asOf: instantSchema,
    nextCursor: z.string().nullable(),
  })
  .register(schemaNames, { id: "EndpointList" });

export const createdEndpointsSchema = z.object({ created: z.int() }).register(schemaNames, { id: "CreatedEndpoints" });

export const endpointOperations = defineOperations("Merchants", {
  listEndpoints: {
    method: "get",
    path: `${merchantPath}/endpoints`,
    summary: "URL_Notify, URL_OK and URL_Cancel of a merchant",
    role: "viewer",
    answers: { 200: { description: "All endpoints.", schema: endpointListSchema } },
  },
  createEndpoint: {
    method: "post",
    path: `${merchantPath}/endpoints`,
    summary: "Make new addresses for a merchant's store",
    role: "admin",
    body: createEndpointInput,
    example: { sid: "000000000000010" },
    answers: { 201: { description: "Made.", schema: endpointSchema } },
    errors: ["conflict", "proof_required"],
  },
  createMissingEndpoints: {
    method: "post",
    path: `${environmentPath}/endpoints`,
    summary: "Make new addresses for every merchant that has a store and no address yet",
    role: "admin",
    answers: { 200: { description: "How many were made.", schema: createdEndpointsSchema } },
    errors: ["conflict", "proof_required"],
  },
  getEndpoint: {
    method: "get",
    path: `${merchantPath}/endpoints/{id}`,
    summary: "One endpoint",
    role: "viewer",
    answers: { 200: { description: "The endpoint.", schema: endpointSchema } },
  },
  changeEndpoint: {
    method: "patch",
    path: `${merchantPath}/endpoints/{id}`,
    summary: "Change an endpoint's SID, label, certificates, layout check or forwarding",
    role: "admin",
    body: changeEndpointInput,
    example: { label: "x" },
    answers: { 200: { description: "The endpoint as it is now.", schema: endpointSchema } },
    errors: ["conflict", "proof_required"],
  },
});
