import { type AuditPage, auditOperations, auditPageSchema } from "#lib/contract/audit.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listAuditRows } from "#lib/db/audit/audit-list.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { toAuditQuery } from "./to-audit-query.ts";

/** The audit log, newest first: actions in the environment and those without one. For admins. */
export async function listAudit(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<AuditPage> {
  requireRole(ctx, auditOperations.listAudit);
  requireEnvironment(ctx, environment);
  const { limit, cursor, ...filters } = parseInput(auditOperations.listAudit.query, input);
  const query = await toAuditQuery(ctx, environment, filters);
  const afterId = cursor === undefined ? undefined : Number(cursor);
  const rows = await listAuditRows(ctx, { ...query, afterId, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return auditPageSchema.parse({
    // Details hold reasons, tags and names as they were typed.
    items: shown.map((row) => ({ ...row, at: row.at.toISOString(), detail: ctx.staff.isPresenting ? {} : row.detail })),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}
