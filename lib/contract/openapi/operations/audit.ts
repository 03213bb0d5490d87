import { auditPageSchema, exportAuditInput, listAuditInput } from "../../audit.ts";
import { environmentPath, type Operation } from "../operation.ts";

export const auditOperations: readonly Operation[] = [
  {
    id: "listAudit",
    method: "get",
    path: `${environmentPath}/audit`,
    tag: "Audit",
    summary: "Who did what, when and from where: in the environment, and what belongs to none",
    role: "admin",
    forLimitedAdmins: "narrowed",
    query: listAuditInput,
    answers: { 200: { description: "One page, newest first.", schema: auditPageSchema } },
    errors: [],
  },
  {
    id: "exportAudit",
    method: "get",
    path: `${environmentPath}/audit/export`,
    tag: "Audit",
    summary: "The same as CSV, all of it; the export is audited",
    role: "admin",
    forLimitedAdmins: "narrowed",
    query: exportAuditInput,
    answers: { 200: { description: "The file.", contentType: "text/csv" } },
    errors: ["cross_site"],
  },
];
