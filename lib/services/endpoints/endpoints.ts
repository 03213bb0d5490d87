import { type Endpoint, endpointListSchema, endpointOperations } from "#lib/contract/endpoint.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { addCertificates, insertEndpoint, listEndpoints as listRows } from "#lib/db/endpoints/endpoints.ts";
import { publishLive } from "#lib/db/events/events.ts";
import { createEndpointId } from "#lib/notifications/endpoints/endpoint-id.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { requireRecentAuthFor } from "../require-recent-auth.ts";
import { originProblem } from "./check-origin.ts";
import { recordEndpointAudit } from "./endpoint-audit.ts";
import { readCertificates } from "./endpoint-certificates.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";
import { showEndpoint } from "./show-endpoint.ts";

type Place = { environment: Environment; merchant: string };

/** URL_Notify, URL_OK and URL_Cancel of a merchant, with SID, keys and the time of the last delivery. */
export async function listEndpoints(ctx: ServiceContext, { environment, merchant: slug }: Place) {
  requireRole(ctx, endpointOperations.listEndpoints);
  const merchant = await requireMerchant(ctx, environment, slug);
  const rows = await listRows(ctx.db, merchant.id);
  const items = await Promise.all(rows.map((row) => showEndpoint(ctx, merchant, row)));
  return endpointListSchema.parse({ items, nextCursor: null, asOf: new Date(ctx.clock.now()).toISOString() });
}

export async function getEndpoint(ctx: ServiceContext, place: EndpointPlace): Promise<Endpoint> {
  requireRole(ctx, endpointOperations.getEndpoint);
  const { merchant, endpoint } = await requireEndpoint(ctx, place);
  return showEndpoint(ctx, merchant, endpoint);
}

/** For demo and production it refuses an origin the gateway could not reach; production needs a recent re-authentication. */
export async function createEndpoint(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: Place & { input: unknown },
): Promise<Endpoint> {
  requireRole(ctx, endpointOperations.createEndpoint);
  const merchant = await requireMerchant(ctx, environment, slug);
  const settings = parseInput(endpointOperations.createEndpoint.body, input);
  const certificates = readCertificates(settings.certificates, { field: "certificates", sid: settings.sid });
  const problem = originProblem(environment, ctx.publicOrigin);
  if (problem) throw new AppError("conflict", { message: problem });
  requireRecentAuthFor(ctx, "endpoint", environment);
  const row = await ctx.db.transaction(async (tx) => {
    const values = {
      id: createEndpointId(),
      environment,
      merchantId: merchant.id,
      sid: settings.sid,
      label: settings.label ?? "",
      strictLayout: settings.strictLayout,
    };
    const made = await insertEndpoint(tx, { ...values, createdBy: ctx.staff.storedName });
    await addCertificates(tx, { endpointId: made.id, certificates, by: ctx.staff.storedName });
    await recordEndpointAudit(tx, ctx, {
      act: "endpoint.created",
      merchant,
      endpointId: made.id,
      detail: { sid: made.sid, certificates: certificates.length },
    });
    await publishLive(tx, { environment, merchantId: merchant.id, type: "merchant", data: { endpoint: made.id } });
    return made;
  });
  return showEndpoint(ctx, merchant, row);
}
