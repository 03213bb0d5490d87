import type { z } from "zod";
import { type createdEndpointsSchema, endpointOperations } from "#lib/contract/endpoint.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { insertEndpoints, listWithoutEndpoint } from "#lib/db/endpoints/missing-endpoints.ts";
import { publishLiveEvents } from "#lib/db/events/events.ts";
import { createEndpointId } from "#lib/notifications/endpoints/endpoint-id.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { connectLock } from "../environments/connect-environment.ts";
import { requireRecentAuthFor } from "../require-recent-auth.ts";
import { originProblem } from "./check-origin.ts";

/**
 * A notification URL for each merchant of the environment that has a store's SID and no URL yet; all or none, in one audit
 * row. They accept nothing before their certificates are added. Pressed twice, or by two people at once, it makes one each.
 */
export async function createMissingEndpoints(
  ctx: ServiceContext,
  { environment }: { environment: Environment },
): Promise<z.output<typeof createdEndpointsSchema>> {
  requireRole(ctx, endpointOperations.createMissingEndpoints);
  requireEnvironment(ctx, environment);
  const problem = originProblem(environment, ctx.publicOrigin);
  if (problem) throw new AppError("conflict", { message: problem });
  requireRecentAuthFor(ctx, "endpoint", environment);
  return withTransactionLock(ctx.db, connectLock, async (tx) => {
    const missing = await listWithoutEndpoint(tx, environment);
    if (missing.length === 0) return { created: 0 };
    const createdBy = ctx.staff.storedName;
    const rows = missing.map(({ merchantId, sid }) => ({ id: createEndpointId(), environment, merchantId, sid, createdBy }));
    await insertEndpoints(tx, rows);
    await recordAuditIn(tx, ctx.vault, {
      at: new Date(ctx.clock.now()),
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "endpoint.created",
      environment,
      detail: { merchants: rows.length },
      peer: ctx.peer,
    });
    const events = rows.map(({ id, merchantId }) => ({
      environment,
      merchantId,
      type: "merchant" as const,
      data: { endpoint: id },
    }));
    await publishLiveEvents(tx, events);
    return { created: rows.length };
  });
}
