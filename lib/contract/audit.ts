import { z } from "zod";
import { instantSchema, limitSchema, pageSchema } from "./common.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { auditFilters } from "./filters.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

export const exportAuditInput = inOrder(z.strictObject(filterShape(auditFilters)));

const auditCursorSchema = z
  .string()
  .regex(/^\d{1,15}$/, rule("cursor_unknown"))
  .optional();

export const listAuditInput = inOrder(
  z.strictObject({ ...filterShape(auditFilters), limit: limitSchema, cursor: auditCursorSchema }),
);

/** One audited action. `detail` contains its stored details, never a secret. */
export const auditEntrySchema = z
  .object({
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
  })
  .register(schemaNames, { id: "AuditEntry" });

export const auditPageSchema = pageSchema(auditEntrySchema).register(schemaNames, { id: "AuditPage" });
export type AuditEntryView = z.infer<typeof auditEntrySchema>;
export type AuditPage = z.infer<typeof auditPageSchema>;

export const auditOperations = defineOperations("Audit", {
  listAudit: {
    method: "get",
    path: `${environmentPath}/audit`,
    summary: "Who did what, when and from where: in the environment, and what belongs to none",
    role: "admin",
    forLimitedAdmins: "narrowed",
    query: listAuditInput,
    answers: { 200: { description: "One page, newest first.", schema: auditPageSchema } },
  },
  exportAudit: {
    method: "get",
    path: `${environmentPath}/audit/export`,
    summary: "The same as CSV, all of it; the export is audited",
    role: "admin",
    forLimitedAdmins: "narrowed",
    query: exportAuditInput,
    isAudited: true,
    answers: { 200: { description: "The file.", contentType: "text/csv" } },
  },
});
