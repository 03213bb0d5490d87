import { stringify } from "csv-stringify/sync";
import { auditOperations } from "#lib/contract/audit.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { type AuditRow, listAuditRows } from "#lib/db/audit/audit-list.ts";
import { requireEnvironment, requireNotPresenting, requireRole, type ServiceContext } from "../context.ts";
import { toAuditQuery } from "./to-audit-query.ts";

const rowsAtOnce = 1_000;
const columns = ["id", "at", "actor", "act", "environment", "merchant", "target", "detail", "peer", "hash"] as const;

/**
 * All rows of the list as CSV text in chunks (formula cells escaped). The export is itself an audited action, recorded before
 * its first row is read.
 */
export async function exportAudit(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<AsyncIterable<string>> {
  requireRole(ctx, auditOperations.exportAudit);
  requireEnvironment(ctx, environment);
  requireNotPresenting(ctx);
  const filters = parseInput(auditOperations.exportAudit.query, input);
  const query = await toAuditQuery(ctx, environment, filters);
  await recordAudit(ctx, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act: "audit.exported",
    environment,
    detail: filters,
    peer: ctx.peer,
  });
  return toCsv(ctx, query);
}

type Query = Awaited<ReturnType<typeof toAuditQuery>>;

async function* toCsv(ctx: ServiceContext, query: Query): AsyncGenerator<string> {
  yield csvOf([[...columns]]);
  for (let afterId: number | undefined, isEnd = false; !isEnd; ) {
    const rows = await listAuditRows(ctx, { ...query, afterId, limit: rowsAtOnce });
    if (rows.length > 0) yield csvOf(rows.map(toCells));
    afterId = rows.at(-1)?.id;
    isEnd = rows.length < rowsAtOnce;
  }
}

function toCells(row: AuditRow): string[] {
  const text = { ...row, id: String(row.id), at: row.at.toISOString(), detail: JSON.stringify(row.detail) };
  return columns.map((column) => text[column] ?? "");
}

function csvOf(records: string[][]): string {
  return stringify(records, { escape_formulas: true, record_delimiter: "windows" });
}
