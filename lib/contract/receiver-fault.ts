import { z } from "zod";
import { receiverFaultKinds } from "#lib/core/sandbox.ts";
import { instantSchema } from "./common.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

const receiverFaultSchema = z
  .object({
    /** Null while URL_Notify answers as it should. */
    fault: z
      .object({
        kind: z.enum(receiverFaultKinds),
        /** How many more payment notifications fail. */
        left: z.int(),
        /** It ends then at the latest. */
        endsAt: instantSchema,
      })
      .nullable(),
  })
  .register(schemaNames, { id: "ReceiverFault" });
export type ReceiverFault = z.infer<typeof receiverFaultSchema>;

const beginReceiverFaultInput = z
  .strictObject({
    kind: z.enum(receiverFaultKinds),
    count: z.int().min(1).max(20).default(1),
    minutes: z.int().min(1).max(60).default(10),
  })
  .register(schemaNames, { id: "ReceiverFaultInput" });
export type ReceiverFaultInput = z.input<typeof beginReceiverFaultInput>;

const path = `${merchantPath}/receiver-fault`;
const now = { 200: { description: "What URL_Notify does now.", schema: receiverFaultSchema } } as const;

/** URL_Notify of a sandbox merchant fails on purpose; every other environment answers 404. */
export const receiverFaultOperations = defineOperations("Operations", {
  getReceiverFault: {
    method: "get",
    path,
    summary: "Whether a merchant's URL_Notify fails on purpose; the sandbox only",
    role: "viewer",
    answers: now,
  },
  beginReceiverFault: {
    method: "post",
    path,
    summary: "Lets a merchant's next payment notifications fail, so that the sandbox's gateway reverses them; the sandbox only",
    role: "support",
    body: beginReceiverFaultInput,
    example: { kind: "error" },
    answers: now,
  },
  endReceiverFault: {
    method: "delete",
    path,
    summary: "Lets a merchant's URL_Notify answer as it should again; the sandbox only",
    role: "support",
    answers: { 204: { description: "It answers as it should." } },
  },
});
