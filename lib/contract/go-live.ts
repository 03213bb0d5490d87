import { z } from "zod";
import { instantSchema } from "./common.ts";
import { endpointSchema } from "./endpoint.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

/** What stands between an endpoint and going live, in the order in which it is done. */
const missingKinds = [
  "address",
  "certificate",
  "certificate_ending",
  "self_test",
  "self_test_failed",
  "genuine",
  "not_confirmed",
  "shop_on_trial",
  "not_forwarded",
  "alerts",
] as const;
export type GoLiveMissing = (typeof missingKinds)[number];

export const goLiveSchema = z
  .object({
    merchantName: z.string(),
    endpoint: endpointSchema,
    createdBy: z.string(),
    /** The last one in the audit log. */
    selfTest: z.object({ endedAt: instantSchema, by: z.string(), passed: z.int(), failed: z.int() }).nullable(),
    /** The earliest stored notification that verified. */
    firstGenuine: z
      .object({ id: z.string(), receivedAt: instantSchema, method: z.string().nullable(), answered: z.string() })
      .nullable(),
    /** Older notifications than of this day may have been deleted; null: none was. */
    keptFrom: z.iso.date().nullable(),
    /** Of the newest 1,000 notifications that the gateway signed; percentiles are null without any. */
    answers: z.object({
      checked: z.int(),
      p50Ms: z.number().nullable(),
      p95Ms: z.number().nullable(),
      /** Payment notifications among them that were not answered OK. */
      notConfirmed: z.int(),
    }),
    /** When the last accepted certificate ends: its own date or our acceptance of it, whichever is first; null: never, or none. */
    certificatesEndAt: instantSchema.nullable(),
    openAlerts: z.int(),
    missing: z.array(z.enum(missingKinds)),
    madeAt: instantSchema,
    madeBy: z.string(),
  })
  .register(schemaNames, { id: "GoLiveSheet" });
export type GoLive = z.infer<typeof goLiveSchema>;

export const goLiveOperations = defineOperations("Merchants", {
  getGoLive: {
    method: "get",
    path: `${merchantPath}/endpoints/{id}/go-live`,
    summary: "What is known of an endpoint before it goes live, and what is still missing",
    role: "viewer",
    answers: { 200: { description: "The sheet, from stored facts.", schema: goLiveSchema } },
  },
});
