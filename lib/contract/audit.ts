import { z } from "zod";
import { instantSchema, limitSchema, pageSchema } from "./common.ts";
import { filterShape } from "./filter-schema.ts";
import { auditFilters } from "./filters.ts";

export const exportAuditInput = z.strictObject(filterShape(auditFilters));

export const listAuditInput = z.strictObject({
  ...filterShape(auditFilters),
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
