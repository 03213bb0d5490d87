import type { z } from "zod";
import type { exportAuditInput } from "#lib/contract/audit.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { AuditQuery } from "#lib/db/audit/audit-list.ts";
import type { ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { toTimeRange } from "../transactions/time-range.ts";

type Filters = z.output<typeof exportAuditInput>;

/**
 * Filters as the database query needs them: days become instants of the environment's zone. An account limited to some
 * merchants gets these merchants' rows and those of its own actions.
 */
export async function toAuditQuery(
  ctx: ServiceContext,
  environment: Environment,
  { from, to, ...filters }: Filters,
): Promise<Omit<AuditQuery, "limit">> {
  const zone = await findZone(ctx, environment);
  const { days: _, ...range } = toTimeRange({ ...(from && { from }), ...(to && { to }) }, zone);
  const { id, merchants } = ctx.staff;
  const within = merchants && { staffId: id, merchants };
  return { environment, ...filters, ...range, ...(within && { within }) };
}
