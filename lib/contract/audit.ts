import { z } from "zod";
import { instantSchema, limitSchema, pageSchema, rangeShape } from "./common.ts";

const auditFilterShape = {
  ...rangeShape,
  act: z.string().max(100, "An act is at most 100 characters, such as payment.refund.").optional(),
  actor: z.string().max(254, "A person's e-mail address is at most 254 characters.").optional(),
  merchant: z.string().max(41, "A merchant's short name is at most 41 characters.").optional(),
  target: z.string().max(300, "What was acted on is named by at most 300 characters.").optional(),
};

export const exportAuditInput = z.strictObject(auditFilterShape);

export const listAuditInput = z.strictObject({
  ...auditFilterShape,
  limit: limitSchema,
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "This cursor is not one of ours.")
    .optional(),
});

/** One act. `detail` holds what the act's own row keeps, never a secret. */
export const auditEntrySchema = z.object({
  id: z.int(),
  at: instantSchema,
  actor: z.string(),
  act: z.string(),
  environment: z.string().nullable(),
  merchant: z.string().nullable(),
  target: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  peer: z.string().nullable(),
  hash: z.string(),
});

export const auditPageSchema = pageSchema(auditEntrySchema);
export type AuditEntryView = z.infer<typeof auditEntrySchema>;
export type AuditPage = z.infer<typeof auditPageSchema>;
