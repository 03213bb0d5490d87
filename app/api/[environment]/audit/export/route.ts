import { staffRoute } from "#lib/server/route.ts";
import { streamText } from "#lib/server/stream-text.ts";
import { exportAudit } from "#lib/services/audit/export-audit.ts";

export const GET = staffRoute({ role: "admin", isAudited: true }, async ({ ctx, params: { environment }, input }) => {
  const csv = await exportAudit(ctx, { environment, input });
  return streamText(csv, { contentType: "text/csv; charset=utf-8", fileName: `audit-${environment}.csv` });
});
